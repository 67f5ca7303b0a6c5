import { Component, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { ApiError } from '../core/http/api-error';
import { UntrustedText } from './untrusted-text';

/** One line in place of a part that failed to load; the rest of the page is there. */
@Component({
  selector: 'kenny-missing',
  imports: [MatButton, UntrustedText],
  template: `
    <strong>{{ what() }} could not be loaded:</strong>
    <kenny-untrusted [text]="error().message" />
    <button type="button" matButton="text" (click)="retry.emit()">Try again</button>
  `,
  styles: `
    :host {
      display: block;
      color: var(--crit);
    }
  `,
  host: { role: 'alert' },
})
export class MissingNote {
  /** With a capital: `What the guard says`. */
  readonly what = input.required<string>();
  readonly error = input.required<ApiError>();
  readonly retry = output<void>();
}
