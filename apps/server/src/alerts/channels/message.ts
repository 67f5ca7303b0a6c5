import { visibleText } from '@kenny/kernel';
import type { AlertChannelKind, AlertKind, AlertSeverity } from '@kenny/contract';
import type { WeeklyMail } from '../weekly/weekly-words.js';

/** One message as it goes out. Its words are plain text, with nothing invisible in them. */
export interface Message {
  /** The same at every attempt. */
  readonly id: string;
  readonly at: number;
  /** Null for a digest and a test. */
  readonly kind: AlertKind | null;
  readonly severity: AlertSeverity;
  readonly title: string;
  readonly lines: readonly string[];
  /** Whole address of the page where it is dealt with. */
  readonly link: string;
  /** Of the mail of the week: what else it shows. */
  readonly weekly?: WeeklyMail;
}

/** How a channel is reached, its secret opened. */
export interface OpenChannel {
  readonly id: string;
  readonly kind: AlertChannelKind;
  readonly url: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly security: 'tls' | 'starttls' | 'none' | null;
  readonly user: string | null;
  readonly from: string | null;
  readonly allowed_addresses: readonly string[];
  readonly secret: string | null;
}

/** `refused`: trying again would not help. */
export interface Outcome {
  readonly result: 'sent' | 'failed' | 'refused';
  /** What the other end said, in a line. */
  readonly answer: string;
  /** Of HTTP, where there was an answer at all. */
  readonly status?: number;
}

export const TRY_MS = 15_000;
const LONGEST_ANSWER = 300;

/** A line that others said: short, and without what a terminal or a page could act on. */
export function answerLine(text: string): string {
  return visibleText(text.replace(/\s+/g, ' ').trim(), 'line').slice(0, LONGEST_ANSWER);
}
