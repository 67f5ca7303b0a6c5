import { Component, computed, input } from '@angular/core';
import type { DiffLine } from '../../core/tasks/tool-content';
import { UntrustedText } from '../../ui/untrusted-text';

const FOLDED = 200;

/** What was taken away and what came, line by line. */
@Component({
  selector: 'kenny-diff-lines',
  imports: [UntrustedText],
  template: `
    <div class="diff" tabindex="0" role="group" [attr.aria-label]="label()">
      @for (line of shown(); track $index) {
        <div [attr.data-sign]="line.sign">
          <span class="sign">{{ line.sign }}</span><kenny-untrusted
            look="code"
            [whole]="true"
            [text]="line.text"
          />
        </div>
      }
    </div>
    @if (lines().length > shown().length) {
      <p class="dim">{{ lines().length - shown().length }} more lines.</p>
    }
  `,
  styles: `
    .diff {
      font: 13px/1.5 var(--mono);
      white-space: pre-wrap;
      overflow-x: auto;
      border: 1px solid var(--line);
      border-radius: 6px;
    }
    .diff > div {
      display: flex;
      padding: 0 8px;
    }
    .sign {
      flex: none;
      width: 2ch;
    }
    [data-sign='+'] {
      background: var(--ok-bg);
    }
    [data-sign='-'] {
      background: var(--crit-bg);
    }
  `,
})
export class DiffLines {
  readonly lines = input.required<readonly DiffLine[]>();
  readonly label = input('Changed lines');
  protected readonly shown = computed(() => this.lines().slice(0, FOLDED));
}
