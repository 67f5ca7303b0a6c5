import { Component, computed, input } from '@angular/core';
import { UntrustedText } from '../../ui/untrusted-text';
import { linesAgainst } from './novelty';

const WORDS = { same: '', new: 'new line: ', gone: 'will not run, was in the last run: ' } as const;

/** The exact text that will run: numbered lines, those of it that are new, and between them what is gone. */
@Component({
  selector: 'kenny-exact-text',
  imports: [UntrustedText],
  template: `
    <ol [attr.aria-label]="label()">
      @for (line of lines(); track $index) {
        <li [class]="line.kind" [attr.value]="line.number">
          <span class="unseen">{{ words[line.kind] }}</span>
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
    }
    li.new::marker {
      content: counter(list-item) ' + ';
      color: var(--ink);
    }
    li.gone {
      background: var(--hover);
      color: var(--ink-2);
      text-decoration: line-through;
    }
    li.gone::marker {
      content: '− ';
    }
  `,
})
export class ExactText {
  readonly text = input.required<string>();
  readonly label = input.required<string>();
  /** The text that ran here last; null when there was none. */
  readonly before = input<string | null>(null);
  protected readonly words = WORDS;
  protected readonly lines = computed(() => linesAgainst(this.text(), this.before()));
}
