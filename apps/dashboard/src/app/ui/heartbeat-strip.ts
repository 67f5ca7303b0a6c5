import { Component, computed, input } from '@angular/core';
import { STRIP } from '@kenny/contract/web';

const WORDS: Readonly<Record<string, string>> = {
  [STRIP.chars.ok]: 'OK',
  [STRIP.chars.warn]: 'warning',
  [STRIP.chars.crit]: 'critical',
  [STRIP.chars.unknown]: 'unknown',
};
const HEIGHTS: Readonly<Record<string, number>> = {
  [STRIP.chars.ok]: 9,
  [STRIP.chars.warn]: 13,
  [STRIP.chars.crit]: 17,
  [STRIP.chars.unknown]: 6,
};
const NO_DATA_HEIGHT = 4;
const PITCH = 3;
const TALLEST = 18;
const HALF_HOURS = 2;

/**
 * The last day as bars, one path for each health: history that is read without axes. Worse is
 * taller, so that it is seen without colours too.
 */
@Component({
  selector: 'kenny-strip',
  template: `<svg
    role="img"
    [attr.aria-label]="label()"
    [attr.viewBox]="box"
    [attr.width]="width"
    [attr.height]="tallest"
  >
    @for (path of paths(); track path.kind) {
      <path [attr.d]="path.d" [attr.class]="'s-' + path.kind" />
    }
  </svg>`,
  styles: `
    :host {
      display: inline-flex;
    }
    svg {
      max-width: 100%;
    }
    path {
      stroke-width: 2;
      stroke: var(--line);
    }
    .s-o {
      stroke: var(--ok);
    }
    .s-w {
      stroke: var(--warn-mark);
    }
    .s-c {
      stroke: var(--crit);
    }
    .s-u {
      stroke: var(--off);
    }
  `,
})
export class HeartbeatStrip {
  readonly strip = input.required<string>();
  protected readonly tallest = TALLEST;
  protected readonly width = STRIP.slots * PITCH;
  protected readonly box = `0 0 ${STRIP.slots * PITCH} ${TALLEST}`;

  protected readonly paths = computed(() => {
    const paths = new Map<string, string>();
    [...this.strip()].slice(0, STRIP.slots).forEach((char, slot) => {
      const kind = char in HEIGHTS ? char : 'none';
      const top = TALLEST - (HEIGHTS[char] ?? NO_DATA_HEIGHT);
      paths.set(kind, `${paths.get(kind) ?? ''}M${slot * PITCH + 1} ${TALLEST}V${top}`);
    });
    return [...paths].map(([kind, d]) => ({ kind, d }));
  });

  protected readonly label = computed(() => {
    const counted = Object.entries(WORDS).flatMap(([char, word]) => {
      const slots = [...this.strip()].filter((one) => one === char).length;
      return slots === 0 ? [] : [`${slots / HALF_HOURS} h ${word}`];
    });
    const hours = STRIP.slots / HALF_HOURS;
    return `Last ${hours} h: ${counted.length === 0 ? 'no data' : counted.join(', ')}`;
  });
}
