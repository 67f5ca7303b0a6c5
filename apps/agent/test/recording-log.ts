import { FakeClock } from '@kenny/testing';
import { Logger, type LogEvent } from '../src/logging/index.js';

/** A logger that keeps what it was told. */
export function recordingLog(): { log: Logger; events: LogEvent[]; texts: () => string[] } {
  const events: LogEvent[] = [];
  const log = new Logger([{ write: (event) => events.push(event) }], new FakeClock());
  return { log, events, texts: () => events.map(({ message }) => message) };
}
