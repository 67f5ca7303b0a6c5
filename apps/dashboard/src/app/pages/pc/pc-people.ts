import { Component, input } from '@angular/core';
import type { FleetAgent } from '@kenny/contract/web';
import { UntrustedText } from '../../ui/untrusted-text';
import { PcContact } from './pc-contact';

/** Whose PC it is and how they are reached, in one line; nothing where nobody wrote it down. */
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
  `,
  styles: `
    /* One line: what is too long for a phone is moved with the finger. */
    p {
      margin: 0;
      padding-block: 3px;
      overflow-x: auto;
      white-space: nowrap;
      scrollbar-width: none;
    }
  `,
})
export class PcPeople {
  readonly pc = input.required<FleetAgent>();
}
