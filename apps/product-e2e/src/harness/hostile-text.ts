import { check } from '@kenny/contract';
import { fixture } from '@kenny/testing';

/** Text that somebody wrote who means harm, or who only has an unusual name. */
export interface HostileString {
  readonly name: string;
  readonly text: string;
}

export function hostileStrings(): HostileString[] {
  return fixture('hostile-strings/strings.json') as HostileString[];
}

/** What must not be in a page as it is: no eye sees it. Joints of emoji and line ends are none. */
export const UNSEEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0001}-\u{e007f}]/u;

/**
 * Puts the corpus into every string of a value that its validator lets it stand in: what is left as
 * it was is a name of the protocol.
 */
export class Poisoner {
  private readonly texts = hostileStrings().map(({ text }) => text);
  private next = 0;

  poison<T>(value: T, validator: string): T {
    const poisoned = structuredClone(value);
    this.walk(poisoned, () => check(validator, structuredClone(poisoned)).length === 0);
    return poisoned;
  }

  text(longest = Infinity): string {
    const text = this.texts[this.next % this.texts.length] ?? '';
    this.next += 1;
    return text.slice(0, longest);
  }

  private walk(node: unknown, stillValid: () => boolean): void {
    if (typeof node !== 'object' || node === null) return;
    const holder = node as Record<string, unknown>;
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== 'string') this.walk(value, stillValid);
      else {
        holder[key] = this.text();
        if (!stillValid()) holder[key] = value;
      }
    }
  }
}
