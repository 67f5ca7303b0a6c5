import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { computed } from '@angular/core';
import { money, quantity } from '../facts/quantity';
import { absoluteTime, clockWords, dayWords, exactClockWords } from '../time/relative';
import { clock, region } from './formats';

const APP = fileURLToPath(new URL('../..', import.meta.url));
const AT = Date.parse('2031-05-02T15:04:05Z');
/** In the reader's zone. */
const EARLY = new Date(2031, 4, 2, 5, 4, 5).getTime();
/** A thin or unbreakable space is a space. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('numbers and dates', () => {
  afterEach(() => {
    region.choose('en-GB');
    clock.choose('system');
  });

  it.each([
    ['en-GB', '12,345.5', '2 May 2031'],
    ['en-US', '12,345.5', 'May 2, 2031'],
    ['de-DE', '12.345,5', '02.05.2031'],
    ['fr-FR', '12 345,5', '02/05/2031'],
    ['sv-SE', '12 345,5', '2031-05-02'],
  ] as const)('are written as in %s', (where, number, date) => {
    region.choose(where);
    expect(plain(quantity(12_345.5, 'count'))).toBe(number);
    expect(plain(absoluteTime(AT))).toContain(date);
  });

  it.each([
    ['en-GB', '≈ €1,234.50', 'under €0.01', '≈ €0.00'],
    ['de-DE', '≈ 1.234,50 €', 'under 0,01 €', '≈ 0,00 €'],
  ] as const)('are sums of money as in %s', (where, sum, little, nothing) => {
    region.choose(where);
    expect([1234.5, 0.001, 0].map((amount) => plain(money(amount, 'EUR')))).toEqual([
      ...[sum, little, nothing],
    ]);
    // An agent may say anything.
    expect(money(0.5, 'pieces of silver')).toMatch(/^≈ 0[.,]5 pieces of silver$/);
  });

  it('have no words of another language in them', () => {
    region.choose('de-DE');
    expect(absoluteTime(AT)).not.toContain('Mai');
    expect(dayWords(AT)).toMatch(/^Friday 2 May/);
  });

  it('have no zero before an hour of twelve, and one before an hour of 24', () => {
    const said = () => [clockWords, exactClockWords, absoluteTime, dayWords].map((of) => of(EARLY));
    region.choose('en-US');
    for (const words of said()) expect(plain(words)).toMatch(/(^|[ ,])[1-9]:04.* [AP]M/);
    region.choose('de-DE');
    for (const words of said()) expect(plain(words)).toMatch(/(^|[ ,])0[1-9]:04/);
    clock.choose('h12');
    for (const words of said()) expect(plain(words)).toMatch(/(^|[ ,])[1-9]:04/);
  });

  it('are written by the clock that is chosen', () => {
    clock.choose('h12');
    expect(absoluteTime(AT)).toMatch(/[ap]m/i);
    clock.choose('h23');
    region.choose('en-US');
    expect([absoluteTime(AT), dayWords(AT)].join()).not.toMatch(/[ap]m/i);
    clock.choose('system');
    expect(absoluteTime(AT)).toMatch(/[ap]m/i);
    region.choose('de-DE');
    expect(dayWords(AT)).not.toMatch(/[ap]m/i);
  });

  it('follow the choice at once, which this browser keeps', () => {
    const shown = computed(() => quantity(1234.5, 'bytes'));
    expect(shown()).toBe('1.2 kB');
    region.choose('de-DE');
    expect(shown()).toBe('1,2 kB');
    expect(localStorage.getItem('kenny.region')).toBe('de-DE');
    region.choose('system');
    expect(localStorage.getItem('kenny.region')).toBeNull();
  });

  it('are written nowhere else', () => {
    const formats = /toLocale(?:String|DateString|TimeString)|new Intl\./;
    const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .filter((file) => formats.test(readFileSync(join(APP, file), 'utf8')));
    expect(files.sort()).toEqual([
      ...['core/facts/quantity.ts', 'core/preferences/formats.ts', 'core/time/relative.ts'],
      'ui/chart/time-axis.ts',
    ]);
  });
});
