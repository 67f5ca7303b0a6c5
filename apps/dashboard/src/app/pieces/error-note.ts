import { Component, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { ApiError } from '../core/http/api-error';
import { UntrustedText } from './untrusted-text';

/** An error as screens.md wants it: what happened, whether it ran, what next, and the call id. */
@Component({
  selector: 'kenny-error',
  imports: [MatButton, UntrustedText],
  template: `
    <p>
      <strong><kenny-untrusted [text]="error().message" /></strong>
    </p>
    <p>
      {{
        error().ran === 'no'
          ? 'Nothing was changed by this.'
          : 'It is not known whether it ran: look before you repeat it.'
      }}
      {{ error().next }}
    </p>
    <p class="dim">
      Code <code>{{ error().code }}</code>
      @if (error().callId; as id) {
        , call id <code>{{ id }}</code>
      }
      .
      @if (retryable()) {
        <button type="button" matButton="outlined" (click)="retry.emit()">Try again</button>
      }
    </p>
  `,
  styles: `
    :host {
      display: block;
      border: 1px solid color-mix(in oklab, var(--crit) 45%, var(--line));
      border-radius: var(--r);
      background: var(--crit-bg);
      padding: 10px 14px;
    }
    p {
      margin: 2px 0;
      overflow-wrap: anywhere;
    }
  `,
  host: { role: 'alert' },
})
export class ErrorNote {
  readonly error = input.required<ApiError>();
  readonly retryable = input(false);
  readonly retry = output<void>();
}
