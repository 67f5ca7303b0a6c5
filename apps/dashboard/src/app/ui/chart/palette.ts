import type { ChartColour } from './chart-model';

/** Colours in a form that a canvas accepts. */
export type Palette = Readonly<
  Record<ChartColour | 'accent' | 'ink' | 'ink2' | 'line' | 'panel', string>
>;

const TOKENS: Readonly<Record<keyof Palette, string>> = {
  ok: '--ok',
  warn: '--warn',
  crit: '--crit',
  off: '--off',
  unknown: '--field-line',
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
