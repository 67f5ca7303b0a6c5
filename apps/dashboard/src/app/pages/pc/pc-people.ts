import { Component, computed, input } from '@angular/core';
import type { FleetAgent } from '@kenny/contract/web';
import { UntrustedText } from '../../ui/untrusted-text';
import { PcContact } from './pc-contact';

/** Longer notes are folded. */
const SHORT_LINES = 3;
const SHORT_LENGTH = 240;

/** Whose PC it is, how they are reached, and what helpers should know. */
@Component({
  selector: 'kenny-pc-people',
  imports: [PcContact, UntrustedText],
  template: `
    @if (pc().owner || pc().contact) {
      <p>
        @if (pc().owner; as owner) {
          <span class="dim">Owner</span>{{ ' ' }}<kenny-untrusted [text]="owner" />
        }
        @if (pc().contact; as contact) {
          @if (pc().owner) {
            ·
          }
          <kenny-pc-contact [contact]="contact" />
        }
      </p>
    }
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
    p {
      margin: 0 0 8px;
    }
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
export class PcPeople {
  readonly pc = input.required<FleetAgent>();
  private readonly notes = computed(() => this.pc().notes ?? '');
  protected readonly lines = computed(() =>
    this.notes() === '' ? [] : this.notes().replaceAll('\t', ' ').split('\n'),
  );
  protected readonly short = computed(
    () => this.lines().length <= SHORT_LINES && this.notes().length <= SHORT_LENGTH,
  );
}
