import { Component, computed, input } from '@angular/core';
import type { PcHealth } from '@kenny/contract/web';
import { HEALTH_WORDS } from '../core/words';

/** Health by shape, word and colour: never by colour alone. */
@Component({
  selector: 'kenny-status-dot',
  template: `<i aria-hidden="true"></i><span>{{ label() ?? word() }}</span>`,
  styles: `
    :host {
      display: inline-flex;
      align-items: center;
      gap: 7px;
      font-weight: 560;
      white-space: nowrap;
      color: var(--off);
    }
    i {
      width: 10px;
      height: 10px;
      flex: none;
      border: 2px solid currentColor;
      border-radius: 50%;
      forced-color-adjust: none;
    }
    :host(.ok) {
      color: var(--ok);
    }
    :host(.warn) {
      color: var(--warn);
    }
    :host(.crit) {
      color: var(--crit);
    }
    :host(.ok) i,
    :host(.warn) i,
    :host(.crit) i {
      border: 0;
      background: currentColor;
    }
    :host(.warn) i {
      background: var(--warn-mark);
      border-radius: 0;
      clip-path: polygon(50% 0, 100% 100%, 0 100%);
    }
    :host(.crit) i {
      border-radius: 2px;
    }
    :host(.partly.ok) i {
      border: 2px solid currentColor;
      background: none;
    }
    /* A request is no trouble of its PC. */
    :host(.asks) {
      color: var(--accent);
    }
    :host(.asks) i {
      border: 0;
      border-radius: 0;
      background: currentColor;
      clip-path: none;
    }
    :host(.unknown) i {
      border-style: dashed;
    }
    :host(.quiet) span {
      font-weight: 400;
      color: var(--ink);
    }
  `,
  host: { '[class]': 'health()', '[class.partly]': 'partly()', '[class.quiet]': 'quiet()' },
})
export class StatusDot {
  readonly health = input.required<PcHealth>();
  /** Some protection checks could not be read: a hollow mark; the words are beside it. */
  readonly partly = input(false);
  /** Instead of the health's own word. */
  readonly label = input<string>();
  /** Its mark has the colour; the words are as the others. */
  readonly quiet = input(false);
  protected readonly word = computed(() => HEALTH_WORDS[this.health()]);
}
