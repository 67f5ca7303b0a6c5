import { Component, computed, input } from '@angular/core';
import { ICONS, type IconName } from './icons';

/** A picture of a word that stands beside it, or in the label of its button: hidden from readers. */
@Component({
  selector: 'kenny-icon',
  template: `<svg viewBox="0 0 16 16"><path [attr.d]="path()" /></svg>`,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
      width: 16px;
      height: 16px;
      vertical-align: -3px;
    }
    svg {
      width: 100%;
      height: 100%;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.4;
      stroke-linecap: round;
      stroke-linejoin: round;
    }
  `,
  host: { 'aria-hidden': 'true' },
})
export class Icon {
  readonly name = input.required<IconName>();
  protected readonly path = computed(() => ICONS[this.name()]);
}
