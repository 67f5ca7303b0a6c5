import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import { InvalidArgumentError } from 'commander';

/** A whole number from 0 to `most`; stays text, as the server takes it. */
export function count(most: number): (text: string) => string {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) <= most) return text;
    throw new InvalidArgumentError(`A whole number up to ${most}.`);
  };
}

/** A repeatable option, each also as a comma-separated list. */
export function listOf(text: string, before: readonly string[] | undefined): string[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.some((part) => part === '')) throw new InvalidArgumentError('A name is empty.');
  return [...(before ?? []), ...parts];
}

const UNIT_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS };
const SPAN = /^(\d{1,5})([dh])$/;

/** `90d` and `12h` count from now; a time stays as it is. */
export function spanFrom(text: string, now: number): string {
  const [, amount, unit = ''] = SPAN.exec(text) ?? [];
  if (amount === undefined) return text;
  return new Date(now + Number(amount) * (UNIT_MS[unit] ?? 0)).toISOString();
}

/** A span and nothing else. */
export function spanText(text: string): string {
  if (SPAN.test(text)) return text;
  throw new InvalidArgumentError('Write it like 12h or 30d.');
}
