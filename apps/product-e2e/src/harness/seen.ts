import type { Locator } from 'playwright-core';
import { eventually } from './eventually.js';

/** Waits until the field says this; a page fills it when it knows, not when it is drawn. */
export async function hasValue(field: Locator, value: string): Promise<void> {
  await reads(`${String(field)} with the value "${value}"`, () => field.inputValue(), value);
}

/** Waits until there are so many; a page draws after it was clicked, not at once. */
export async function hasCount(many: Locator, count: number): Promise<void> {
  await reads(`${count} of ${String(many)}`, () => many.count(), count);
}

async function reads<T>(what: string, look: () => Promise<T>, wanted: T): Promise<void> {
  await eventually(what, async () => {
    const seen = await look();
    if (seen !== wanted) throw new Error(`seen instead: ${String(seen)}`);
    return true;
  });
}
