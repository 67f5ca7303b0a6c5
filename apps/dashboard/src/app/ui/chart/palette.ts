import { STATUS_COLOURS, type ChartColour } from './chart-model';

/** Colours in a form that a canvas accepts. */
export type Palette = Readonly<
  Record<ChartColour | 'accent' | 'ink' | 'ink2' | 'line' | 'panel', string>
>;

const TOKENS: Readonly<Record<keyof Palette, string>> = {
  ...STATUS_COLOURS,
  accent: '--accent',
  ink: '--ink',
  ink2: '--ink-2',
  line: '--line',
  panel: '--panel',
};

/** The tokens as they are in the theme of just now. @param probe - an element that nobody sees */
export function paletteOf(probe: HTMLElement): Palette {
  const entries = Object.entries(TOKENS).map(([name, token]) => [name, resolved(probe, token)]);
  return Object.fromEntries(entries) as Palette;
}

/** A token holds both themes; only the colour of an element is one of them. */
function resolved(probe: HTMLElement, token: string): string {
  probe.style.color = `var(${token})`;
  return getComputedStyle(probe).color;
}

export const FONT = { family: 'system-ui, sans-serif', size: 12 };

/** Dashes tell lines apart for who does not see colours; status colours are for status only. */
const DASHES: readonly (readonly number[])[] = [[], [2, 2], [8, 3]];

export interface LineStyle {
  readonly colour: string;
  readonly dash: readonly number[];
}

export function lineStyle(
  index: number,
  { accent, ink, ink2 }: Pick<Palette, 'accent' | 'ink' | 'ink2'>,
): LineStyle {
  const colours = [accent, ink, ink2];
  const dash = DASHES[Math.floor(index / colours.length) % DASHES.length] ?? [];
  return { colour: colours[index % colours.length] ?? accent, dash };
}

/** The side of one tile of a hatch, in pixels. */
export const HATCH_PX = 8;

const RISING = 'M-2 2L2 -2M0 8L8 0M6 10L10 6';

/** Lines through a bar of that status, so that bars are told apart without colours too. */
export const HATCHES: Readonly<Record<ChartColour, string>> = {
  ok: '',
  warn: RISING,
  crit: `${RISING}M-2 6L2 10M0 0L8 8M6 -2L10 2`,
  off: 'M0 2H8M0 6H8',
  unknown: 'M2 0V8M6 0V8',
};
