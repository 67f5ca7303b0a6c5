import { readFileSync } from 'node:fs';

const TOKENS = readFileSync(new URL('../../../styles/_tokens.scss', import.meta.url), 'utf8');
const THEMES = ['light', 'dark'] as const;
type Rgb = readonly [number, number, number];

/** As WCAG reckons it, from the colours as they stand in the file. */
function contrast(one: string, other: string, theme: (typeof THEMES)[number]): number {
  const [a, b] = [one, other].map((name) => 0.05 + luminance(colour(name, theme)));
  return Math.max(a ?? 0, b ?? 0) / Math.min(a ?? 1, b ?? 1);
}

function colour(name: string, theme: (typeof THEMES)[number]): Rgb {
  const both = new RegExp(`--${name}: light-dark\\((#fff|oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`);
  const found = both.exec(TOKENS)?.[theme === 'light' ? 1 : 2];
  if (found === undefined) throw new Error(`no colour --${name}`);
  if (found === '#fff') return [1, 1, 1];
  const [lightness = 0, chroma = 0, hue = 0] = (found.match(/[\d.]+/g) ?? []).map(Number);
  return linear(lightness / 100, chroma, (hue * Math.PI) / 180);
}

/** OKLCH to linear sRGB. */
function linear(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

describe.each(THEMES)('colours in the %s theme', (theme) => {
  const grounds = ['panel', 'bg', 'hover', 'rail'];

  it.each(['ink', 'ink-2', 'ok', 'warn', 'crit', 'off', 'accent'])(
    'are readable as text: %s',
    (name) => {
      for (const ground of grounds) {
        expect([ground, contrast(name, ground, theme) >= 4.5]).toEqual([ground, true]);
      }
    },
  );

  it.each(['ok', 'warn', 'crit'])('are readable on their own ground: %s', (name) => {
    expect(contrast(name, `${name}-bg`, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['ok', 'warn-mark', 'crit', 'off', 'field-line'])('are seen as shapes: %s', (name) => {
    for (const ground of grounds) {
      expect([ground, contrast(name, ground, theme) >= 3]).toEqual([ground, true]);
    }
  });
});
