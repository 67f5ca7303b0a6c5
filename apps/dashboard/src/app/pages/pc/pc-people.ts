import { Component, computed, input } from '@angular/core';
import { contactParts, type FleetAgent } from '@kenny/contract/web';
import { UntrustedText } from '../../ui/untrusted-text';

/** Longer notes are folded. */
const SHORT_LINES = 3;
const SHORT_LENGTH = 240;

/** Whose PC it is, how they are reached, and what helpers should know. */
@Component({
  selector: 'kenny-pc-people',
  imports: [UntrustedText],
  template: `
    @if (pc().owner || contact().length > 0) {
      <p>
        @if (pc().owner; as owner) {
          <span class="dim">Owner</span>{{ ' ' }}<kenny-untrusted [text]="owner" />
        }
        @for (part of contact(); track $index) {
          @if ($index > 0 || pc().owner) {
            ·
          }
          @if (part.href; as href) {
            <a [href]="href"><kenny-untrusted [text]="part.text" /></a>
          } @else {
            <kenny-untrusted [text]="part.text" />
          }
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
    a {
      padding: 3px 0;
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
  protected readonly contact = computed(() => contactParts(this.pc().contact ?? ''));
  private readonly notes = computed(() => this.pc().notes ?? '');
  protected readonly lines = computed(() =>
    this.notes() === '' ? [] : this.notes().replaceAll('\t', ' ').split('\n'),
  );
  protected readonly short = computed(
    () => this.lines().length <= SHORT_LINES && this.notes().length <= SHORT_LENGTH,
  );
}
