import { MINUTE_MS } from '@kenny/kernel';

/** As a field `datetime-local` takes it, in the reader's zone. @param at - epoch ms */
export function localTime(at: number): string {
  const offset = new Date(at).getTimezoneOffset() * MINUTE_MS;
  return new Date(at - offset).toISOString().slice(0, 16);
}
