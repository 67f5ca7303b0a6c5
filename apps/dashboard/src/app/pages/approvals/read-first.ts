import { signal } from '@angular/core';
import type { EndOfText } from './whole-seen';

/** Both have to have been on the screen. */
const TO_READ = ['runs', 'check'] as const;
export type ToRead = (typeof TO_READ)[number];
type Read = { readonly of: string } & Readonly<Partial<Record<ToRead, EndOfText | 'reading'>>>;

const READ_IT = 'To run it, take a moment to read it';
const AWAIT_IT = 'To run it, wait for the safety check';
/** Why Run is off, and while nobody knows yet where the end is. */
const UNREAD = {
  runs: {
    unknown: READ_IT,
    reading: READ_IT,
    below: 'To run it, read on: it goes on below',
    above: 'To run it, read its end: that is above',
  },
  check: {
    unknown: AWAIT_IT,
    reading: AWAIT_IT,
    below: 'To run it, see the safety check below',
    above: 'To run it, see the safety check above',
  },
} as const;
/** The least time from when the end of what will run was on the screen until it can be run. */
const READING_MS = 1_500;

/** What of a call has been on the screen; of another call nothing has. */
export class ReadFirst {
  private readonly read = signal<Read>({ of: '' });

  /** @param of - digest of the call on the screen */
  constructor(private readonly of: () => string) {}

  told(what: ToRead, end: EndOfText): void {
    const of = this.of();
    const isRead = end === 'seen' && what === 'runs';
    if (isRead) setTimeout(() => this.note(of, what, 'seen'), READING_MS);
    this.note(of, what, isRead ? 'reading' : end);
  }

  /** What is to be read still, and where it is. */
  missing(): { what: ToRead; words: string } | null {
    const read = this.read();
    const isThis = read.of === this.of();
    for (const what of TO_READ) {
      const end = (isThis ? read[what] : undefined) ?? 'unknown';
      if (end !== 'seen') return { what, words: UNREAD[what][end] };
    }
    return null;
  }

  private note(of: string, what: ToRead, end: EndOfText | 'reading'): void {
    if (of !== this.of()) return;
    this.read.update((before) => {
      const read: Read = before.of === of ? before : { of };
      const isKept = read[what] === 'seen' || (read[what] === 'reading' && end !== 'seen');
      return isKept ? read : { ...read, [what]: end };
    });
  }
}
