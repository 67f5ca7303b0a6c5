import { AGENTCTL_TIMES } from '@kenny/contract/agentctl';
import { isObject, type Clock } from '@kenny/kernel';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Until {
  /** Nothing more will come. */
  readonly gone: Promise<void>;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/**
 * The address that a managed agentctl says on its stdout, once it listens.
 * @throws Error when it ends before, or takes too long
 */
export async function listeningAddress(stdout: Readable, until: Until): Promise<string> {
  const lines = createInterface({ input: stdout });
  const giveUp = new AbortController();
  const timer = until.clock.setTimer(
    () => giveUp.abort(new Error('it did not listen in time')),
    AGENTCTL_TIMES.managedLineMs,
  );
  const signal = AbortSignal.any([giveUp.signal, ...(until.signal ? [until.signal] : [])]);
  try {
    const first = await Promise.race([once(lines, 'line', { signal }), until.gone]);
    const line: unknown = first?.[0];
    return addressIn(typeof line === 'string' ? line : '');
  } finally {
    timer.cancel();
    lines.close();
    stdout.resume();
  }
}

function addressIn(line: string): string {
  const value: unknown = line === '' ? null : JSON.parse(line);
  const address = isObject(value) ? value['listening'] : undefined;
  if (typeof address !== 'string') throw new Error('it ended before it listened');
  return address;
}

/** The end of what a program said, kept within bounds. */
export class LastWords {
  private text = '';

  constructor(private readonly longest = 1_000) {}

  add(chunk: string | Buffer): void {
    this.text = (this.text + chunk.toString()).slice(-this.longest);
  }

  toString(): string {
    return this.text.trim();
  }
}
