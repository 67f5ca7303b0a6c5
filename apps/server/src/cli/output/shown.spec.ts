import { ago, lasting, span, until } from './durations.js';
import { columnsOf, look, say, Shown } from './shown.js';
import { facts, table } from './table.js';

const ESC = '\u001b';
const plain = (lines: readonly Shown[]) => lines.map((line) => line.plain);

describe('say', () => {
  it('keeps its own words and makes visible what is put in', () => {
    expect(say`PC ${`pc1${ESC}[2J\n`}: ${3} rows`.plain).toBe('PC pc1⟨U+001B⟩[2J⟨U+000A⟩: 3 rows');
  });

  it('paints only when it is asked to, and never what was put in', () => {
    const line = say`${look('warn', 'yellow')} ${`${ESC}[31mx`}`;
    expect(line.render(false)).toBe('warn ⟨U+001B⟩[31mx');
    expect(line.render(true)).toBe(`${ESC}[33mwarn${ESC}[0m ⟨U+001B⟩[31mx`);
  });

  it('lets marks stand out in what is to be approved', () => {
    expect(Shown.marked('rm\u202e', 'code').render(true)).toBe(`rm${ESC}[7m⟨U+202E⟩${ESC}[0m`);
  });
});

describe('table', () => {
  it('aligns by what a terminal shows, also for wide letters and accents', () => {
    const rows = [
      ['東京', 'a'],
      ['o\u0301', 'b'],
      ['plain', null],
    ];
    expect(plain(table(['name', 'x'], rows))).toEqual([
      'NAME   X',
      '東京   a',
      'o\u0301      b',
      'plain  –',
    ]);
  });

  it('cuts the last column to the terminal, and nothing when a program reads', () => {
    const rows = [['id', 'x'.repeat(100)]];
    const cut = plain(table(['id', 'reason'], rows, 40));
    expect(cut.map(columnsOf)).toEqual([10, 40]);
    expect(cut[1]).toMatch(/…$/);
    expect(plain(table(['id', 'reason'], rows))[1]).toContain('x'.repeat(100));
  });

  it('keeps a row one line, whatever its cells hold', () => {
    const lines = plain(table(['a', 'b'], [['one\ntwo', `x\r${ESC}[1A`]]));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe('one⟨U+000A⟩two  x⟨U+000D⟩⟨U+001B⟩[1A');
  });
});

it('facts leave out what is not there', () => {
  const rows: [string, string | null][] = [
    ['asked by', 'Claude'],
    ['reason', null],
  ];
  expect(plain(facts(rows))).toEqual(['  asked by  Claude']);
});

describe('times', () => {
  it.each([
    [400, '0 s'],
    [41_000, '41 s'],
    [521_000, '8 min 41 s'],
    [600_000, '10 min'],
    [3 * 3_600_000 + 60_000, '3 h 1 min'],
    [5 * 3_600_000 + 60_000, '5 h'],
    [90 * 86_400_000, '90 d'],
  ])('%d ms is %s', (ms, words) => {
    expect(span(ms)).toBe(words);
  });

  it('say how long ago or until when, and show what is no time as it is', () => {
    const now = Date.parse('2026-06-04T12:00:00Z');
    expect(ago('2026-06-04T11:58:30Z', now)).toBe('1 min ago');
    expect(ago('2026-06-04T12:00:00.900Z', now)).toBe('just now');
    expect(until('2026-06-04T12:08:41Z', now)).toBe('in 8 min 41 s');
    expect(until('2026-06-07T11:59:58Z', now)).toBe('in 3 d');
    expect(until('2026-06-07T11:00:00Z', now)).toBe('in 2 d');
    expect(until('2026-06-01T12:00:00Z', now)).toBe('3 d ago');
    expect(lasting('2026-06-01T12:00:00Z', now)).toBe('for 3 d');
    expect(lasting('2026-06-04T12:00:00Z', now)).toBe('just now');
    expect(lasting('soon', now)).toBe('since soon');
    for (const words of [ago, until]) expect(words('soon', now)).toBe('soon');
  });
});
