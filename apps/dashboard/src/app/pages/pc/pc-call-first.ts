import { Component, computed, input } from '@angular/core';
import { contactParts, type FleetAgent } from '@kenny/contract/web';
import { UntrustedText } from '../../ui/untrusted-text';
import { PcContact } from './pc-contact';

/** Nobody is helped from afar without somebody at the PC: whom to call, and how. */
@Component({
  selector: 'kenny-pc-call-first',
  imports: [PcContact, UntrustedText],
  template: `
    <strong
      >{{ verb() }}
      @if (pc().owner; as owner) {
        <kenny-untrusted [text]="owner" />
      } @else {
        them
      }
      first{{ parts().length > 0 ? ':' : '.' }}</strong
    >
    @if (parts().length > 0) {
      {{ ' ' }}<kenny-pc-contact [contact]="pc().contact ?? ''" />
    }
    <span class="dim">Somebody has to sit at the PC and allow it.</span>
  `,
  styles: `
    :host {
      display: block;
      overflow-wrap: anywhere;
    }
    .dim {
      display: block;
    }
  `,
})
export class PcCallFirst {
  readonly pc = input.required<FleetAgent>();
  protected readonly parts = computed(() => contactParts(this.pc().contact ?? ''));
  /** A mail address is not called. */
  protected readonly verb = computed(() => {
    const isCalled =
      this.parts().length === 0 || this.parts().some(({ href }) => href?.startsWith('tel:'));
    return isCalled ? 'Call' : 'Reach';
  });
}
