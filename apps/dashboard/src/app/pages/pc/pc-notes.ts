import { Component, computed, input } from '@angular/core';
import type { FleetAgent } from '@kenny/contract/web';
import { UntrustedText } from '../../ui/untrusted-text';

/** Longer notes are folded. */
const SHORT_LINES = 3;
const SHORT_LENGTH = 240;

/** What helpers should know of a PC. */
@Component({
  selector: 'kenny-pc-notes',
  imports: [UntrustedText],
  template: `
    @if (lines().length > 0) {
      <details [open]="short()">
        <summary>Notes</summary>
        @for (line of lines(); track $index) {
          <div><kenny-untrusted [text]="line" /></div>
        }
      </details>
    }
  `,
  styles: `
    details {
      margin: 0 0 8px;
      max-width: 80ch;
    }
    summary {
      width: max-content;
      padding: 3px 0;
      color: var(--ink-2);
      cursor: pointer;
    }
    details > div {
      min-height: 1lh;
    }
  `,
})
export class PcNotes {
  readonly pc = input.required<FleetAgent>();
  private readonly notes = computed(() => this.pc().notes ?? '');
  protected readonly lines = computed(() =>
    this.notes() === '' ? [] : this.notes().replaceAll('\t', ' ').split('\n'),
  );
  protected readonly short = computed(
    () => this.lines().length <= SHORT_LINES && this.notes().length <= SHORT_LENGTH,
  );
}
