import type { Locator } from 'playwright-core';
import { eventually } from './eventually.js';

/** Waits until the field says this; a page fills it when it knows, not when it is drawn. */
export async function hasValue(field: Locator, value: string | RegExp): Promise<void> {
  const fits = (seen: string): boolean =>
    typeof value === 'string' ? seen === value : value.test(seen);
  await reads(`${String(field)} with the value "${value}"`, () => field.inputValue(), fits);
}

/** Waits until there are so many; a page draws after it was clicked, not at once. */
export async function hasCount(many: Locator, count: number): Promise<void> {
  await reads(
    `${count} of ${String(many)}`,
    () => many.count(),
    (seen) => seen === count,
  );
}

async function reads<T>(
  what: string,
  look: () => Promise<T>,
  fits: (seen: T) => boolean,
): Promise<void> {
  await eventually(what, async () => {
    const seen = await look();
    if (!fits(seen)) throw new Error(`seen instead: ${String(seen)}`);
    return true;
  });
}
