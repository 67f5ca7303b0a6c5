import { Component, computed, input } from '@angular/core';
import { contactParts } from '@kenny/contract/web';
import { UntrustedText } from '../../ui/untrusted-text';

/** How somebody is reached: numbers and mail addresses are links. */
@Component({
  selector: 'kenny-pc-contact',
  imports: [UntrustedText],
  template: `
    @for (part of parts(); track $index) {
      @if ($index > 0) {
        ·
      }
      @if (part.href; as href) {
        <a [href]="href"><kenny-untrusted [text]="part.text" /></a>
      } @else {
        <kenny-untrusted [text]="part.text" />
      }
    }
  `,
  styles: `
    a {
      padding: 3px 0;
      white-space: nowrap;
    }
  `,
})
export class PcContact {
  readonly contact = input('');
  protected readonly parts = computed(() => contactParts(this.contact()));
}
