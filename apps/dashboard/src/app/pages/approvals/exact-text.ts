import { Component, computed, input } from '@angular/core';
import { UntrustedText } from '../../ui/untrusted-text';
import { markNew } from './novelty';

/** The exact text that will run: numbered lines, changed ones marked. */
@Component({
  selector: 'kenny-exact-text',
  imports: [UntrustedText],
  template: `
    <ol [attr.aria-label]="label()">
      @for (line of lines(); track $index) {
        <li [class.new]="line.isNew">
          <span class="unseen">{{ line.isNew ? 'new line' : '' }}</span>
          <kenny-untrusted [text]="line.text" look="code" [whole]="true" />
        </li>
      }
    </ol>
  `,
  styles: `
    ol {
      margin: 0;
      padding: 10px 12px 10px 52px;
      background: var(--bg);
      border: 1px solid var(--line);
      border-radius: 6px;
      font: 13px/1.5 var(--mono);
      overflow-x: auto;
    }
    li::marker {
      color: var(--ink-2);
    }
    li.new {
      background: var(--warn-bg);
      list-style-type: '+ ';
    }
  `,
})
export class ExactText {
  readonly text = input.required<string>();
  readonly label = input.required<string>();
  /** The text that ran here last; null when there was none. */
  readonly before = input<string | null>(null);
  protected readonly lines = computed(() => markNew(this.text(), this.before()));
}
