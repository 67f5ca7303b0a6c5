import { Component, computed, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { UntrustedText } from '../../ui/untrusted-text';

const LINES = 12;

/** What a person said, line by line, as they wrote it. */
@Component({
  selector: 'kenny-said',
  imports: [MatButton, UntrustedText],
  template: `
    <span class="unseen">You said:</span>
    @for (line of shown(); track $index) {
      <p><kenny-untrusted [text]="line" [whole]="true" /></p>
    }
    @if (hidden() > 0) {
      <button type="button" matButton="text" (click)="all.set(true)">
        Show {{ hidden() }} more lines
      </button>
    }
  `,
  styles: `
    :host {
      display: block;
      background: var(--hover);
      border-radius: 10px;
      padding: 8px 14px;
      overflow-wrap: anywhere;
    }
    p {
      margin: 0;
      min-height: 1.45em;
      white-space: pre-wrap;
    }
  `,
})
export class SaidText {
  readonly text = input.required<string>();
  protected readonly all = signal(false);
  private readonly lines = computed(() => this.text().split('\n'));
  protected readonly shown = computed(() =>
    this.all() ? this.lines() : this.lines().slice(0, LINES),
  );
  protected readonly hidden = computed(() => this.lines().length - this.shown().length);
}
