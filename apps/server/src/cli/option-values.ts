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
