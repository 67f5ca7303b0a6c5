import { Component, computed, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { errorWords, refusalOf } from '../core/approvals/call-words';
import type { ApiError } from '../core/http/api-error';
import { UntrustedText } from './untrusted-text';

/** What happened, whether it ran, what next; folded, the request ID. */
@Component({
  selector: 'kenny-error',
  imports: [MatButton, UntrustedText],
  template: `
    <p>
      <strong><kenny-untrusted [text]="words()" /></strong>
    </p>
    <p>
      @switch (error().ran) {
        @case ('no') {
          No changes were made.
        }
        @case ('maybe') {
          It may have run: check before you repeat it.
        }
      }
      {{ error().next }}
      @if (retryable()) {
        <button type="button" matButton="outlined" (click)="retry.emit()">Try again</button>
      }
    </p>
    <details>
      <summary>Details</summary>
      Code <code>{{ error().code }}</code>
      @if (refusal(); as by) {
        , rule <code>{{ by.rule_id }}</code>
      }
      @if (error().callId; as id) {
        , request ID <code>{{ id }}</code>
      }
      @if (error().technical; as words) {
        , <kenny-untrusted [text]="words" />
      }
    </details>
  `,
  styles: `
    :host {
      display: block;
      border: 1px solid color-mix(in oklab, var(--crit) 45%, var(--line));
      border-radius: var(--r);
      background: var(--crit-bg);
      padding: 10px 14px;
    }
    p,
    details {
      margin: 2px 0;
      overflow-wrap: anywhere;
    }
    details {
      color: var(--ink-2);
    }
    summary {
      min-height: 24px;
      width: fit-content;
      cursor: pointer;
    }
  `,
  host: { role: 'alert' },
})
export class ErrorNote {
  readonly error = input.required<ApiError>();
  readonly retryable = input(false);
  readonly retry = output<void>();
  protected readonly words = computed(() => errorWords(this.error()));
  protected readonly refusal = computed(() => refusalOf(this.error()));
}
