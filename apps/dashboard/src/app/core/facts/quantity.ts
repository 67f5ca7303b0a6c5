import type { CatalogSection } from '@kenny/contract/web';
import { formatter } from '../preferences/formats';

/** What a number counts. Those of series and limits are the contract's; `unix` is a moment, `id` a name. */
export type Unit = CatalogSection['series'][number]['unit'] | 'days' | 'unix' | 'id';

const STEP = 1000;
const BYTES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const SPANS: readonly (readonly [seconds: number, word: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];
const amount = formatter(
  ({ locale }) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
);
const exact = formatter(
  ({ locale }) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }),
);

const inCurrency = formatter(
  ({ locale }) =>
    (currency: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }),
);
/** What `Intl` takes for a currency, known to it or not. */
const CURRENCY = /^[A-Z]{3}$/;
/** Less is written as zero. */
const LEAST = 0.005;

/** An estimate of what something has cost: `≈ €0.12`; the currency may be anybody's text. */
export function money(amount: number, currency: string): string {
  if (!CURRENCY.test(currency)) return `≈ ${exact().format(amount)} ${currency}`.trim();
  const format = inCurrency()(currency);
  return amount > 0 && amount < LEAST
    ? `under ${format.format(2 * LEAST)}`
    : `≈ ${format.format(amount)}`;
}

/** A number as people read it: `511 GB`, `91 %`, `3 d 4 h`. */
export function quantity(value: number, unit: Unit | undefined): string {
  if (!Number.isFinite(value)) return String(value);
  switch (unit) {
    case 'id':
      return String(value);
    case 'bytes':
      return bytes(value);
    case 'bytes/s':
      return `${bytes(value)}/s`;
    case 's':
      return span(value);
    case '%':
    case '°C':
    case 'ms':
    case 'days':
      return `${amount().format(value)} ${unit}`;
    default:
      return exact().format(value);
  }
}

/** How long a run took: `16 ms`, `2.5 s`, `4 min 52 s`. */
export function tookWords(ms: number): string {
  if (ms < STEP) return quantity(ms, 'ms');
  const seconds = ms / STEP;
  return seconds < 60 ? `${amount().format(seconds)} s` : quantity(seconds, 's');
}

/** Null under a second, where it is no news how long a run took: the audit log's entry has it. */
export function tookNews(ms: number | null): string | null {
  return ms === null || ms < STEP ? null : tookWords(ms);
}

function bytes(value: number): string {
  const rank = Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3);
  const step = Math.min(BYTES.length - 1, rank);
  return `${amount().format(value / STEP ** step)} ${BYTES[step]}`;
}

/** The two largest parts: nobody needs the seconds of three days. */
function span(value: number): string {
  const sign = value < 0 ? '−' : '';
  let left = Math.abs(value);
  if (left < 1) return `${exact().format(value)} s`;
  const parts: string[] = [];
  for (const [size, word] of SPANS) {
    const count = Math.floor(left / size);
    if (count > 0 && parts.length < 2) parts.push(`${count} ${word}`);
    else if (parts.length > 0) break;
    left -= count * size;
  }
  return sign + parts.join(' ');
}
