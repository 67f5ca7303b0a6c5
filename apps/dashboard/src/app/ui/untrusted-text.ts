import { Component, computed, input, linkedSignal } from '@angular/core';
import { plainOutput, visiblePieces, type VisibleStyle } from '@kenny/kernel';
import { quantity } from '../core/facts/quantity';

const FOLDED_LINES = 12;
const FOLDED_CHARS = 2_000;
/** An option of a command, where a browser would break the line behind its dash. */
const FLAG = /(?<=^|\s)(-{1,2}[A-Za-z][\w-]{0,23})(?=\s|$)/m;

/**
 * Text that a PC, a model or another server sent: text and nothing else. What is hidden in it stands
 * as a mark, escape sequences of terminals go, and what is long is folded until somebody asks.
 */
@Component({
  selector: 'kenny-untrusted',
  // Bound as properties: a blank that a formatter puts into the template would be one in the text.
  template: `
    <bdi [class.block]="look() !== 'line'">
      @for (piece of pieces(); track $index) {
        <span [class.flag]="piece.flag" [textContent]="piece.text"></span>
        @if (piece.mark; as mark) {
          <mark
            [title]="mark.kind"
            [textContent]="mark.count > 1 ? mark.code + ' ×' + mark.count : mark.code"
          ></mark>
        }
      }
    </bdi>
    @if (long()) {
      <button type="button" class="link" [attr.aria-expanded]="!folded()" (click)="fold()">
        {{ folded() ? 'Show all ' + size() : 'Show less' }}
      </button>
    }
  `,
  styles: `
    /* A name without a single blank must not push the page wide. */
    bdi {
      overflow-wrap: anywhere;
    }
    .block {
      display: block;
      /* What a person or a model says reads as text where the page says so. */
      font: var(--said-font, 13px/1.5 var(--mono));
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      tab-size: 4;
    }
    /* An option at the end of a line stays in one piece with its dash. */
    .flag {
      white-space: nowrap;
    }
    mark {
      font: 11px/1 var(--mono);
      color: var(--crit);
      background: var(--crit-bg);
      border-radius: 3px;
      padding: 0 3px;
      white-space: nowrap;
    }
  `,
})
export class UntrustedText {
  readonly text = input.required<string>();
  readonly look = input<VisibleStyle>('line');
  /** What is to be approved is always shown whole. */
  readonly whole = input(false);

  /** For approvals to the letter; elsewhere without what only a terminal needs. */
  private readonly shown = computed(() =>
    this.look() === 'code' ? this.text() : plainOutput(this.text()),
  );
  private readonly lines = computed(() => this.shown().split('\n').length);
  protected readonly size = computed(() =>
    this.lines() > FOLDED_LINES
      ? `${this.lines()} lines`
      : `${quantity(this.shown().length, 'count')} characters`,
  );
  protected readonly long = computed(
    () => !this.whole() && (this.lines() > FOLDED_LINES || this.shown().length > FOLDED_CHARS),
  );
  protected readonly folded = linkedSignal(() => this.long());
  protected readonly pieces = computed(() => {
    const text = this.folded() ? beginning(this.shown()) : this.shown();
    const pieces = visiblePieces(text, this.look());
    if (this.look() !== 'code') return pieces.map((piece) => ({ ...piece, flag: false }));
    return pieces.flatMap(({ text: words, mark }) => {
      const parts = words.split(FLAG);
      // Every second one is a flag; what is hidden stands behind the last.
      return parts.map((part, at) => ({
        ...{ text: part, flag: at % 2 === 1 },
        mark: at === parts.length - 1 ? mark : undefined,
      }));
    });
  });

  protected fold(): void {
    this.folded.update((folded) => !folded);
  }
}

function beginning(text: string): string {
  return text.split('\n').slice(0, FOLDED_LINES).join('\n').slice(0, FOLDED_CHARS);
}
