import { type Clock, systemClock, type Timer } from '@kenny/kernel';
import { Unreadable } from '../../errors/unreadable.js';
import { LineReader, readPartLine } from './part-lines.js';

/**
 * Starts one process that works through the parts in order and prints one line each. Resolves when
 * it has ended, with the reason if it failed.
 */
export type StartParts = (
  parts: readonly string[],
  onStdout: (chunk: Buffer) => void,
  signal: AbortSignal,
) => Promise<string | undefined>;

export interface PartBatchDeps {
  /** Who answers, for error messages: `PowerShell`. */
  name: string;
  start: StartParts;
  clock?: Clock;
  /** Time per part, from the end of the one before. */
  partDeadlineMs: number;
}

interface Ask {
  part: string;
  settle: (outcome: { value: unknown } | { reason: string }) => void;
  /** Nobody waits any more. */
  gone: boolean;
}

/**
 * Batches what is asked in one turn of the event loop into one process. A part that hangs or
 * crashes it is unreadable alone: finished parts count, and the rest get a new process.
 */
export class PartBatch {
  private waiting: Ask[] = [];
  private readonly clock: Clock;

  constructor(private readonly deps: PartBatchDeps) {
    this.clock = deps.clock ?? systemClock;
  }

  /** @throws Unreadable with the reason */
  async ask(part: string, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    let leave: (() => void) | undefined;
    try {
      return await new Promise((resolve, reject) => {
        const ask: Ask = {
          part,
          gone: false,
          settle: (outcome) => {
            if ('value' in outcome) resolve(outcome.value);
            else reject(new Unreadable(outcome.reason));
          },
        };
        leave = () => {
          ask.gone = true;
          ask.settle({ reason: `${this.deps.name} was stopped at the deadline` });
          this.someoneLeft();
        };
        signal.addEventListener('abort', leave, { once: true });
        if (this.waiting.push(ask) === 1) setImmediate(() => void this.answer());
      });
    } finally {
      if (leave) signal.removeEventListener('abort', leave);
    }
  }

  private readonly running = new Set<{ open: Map<string, Ask[]>; end: AbortController }>();

  private someoneLeft(): void {
    for (const { open, end } of this.running) {
      if ([...open.values()].flat().every(({ gone }) => gone)) end.abort();
    }
  }

  private async answer(): Promise<void> {
    const open = new Map<string, Ask[]>();
    for (const ask of this.waiting.splice(0)) {
      if (!ask.gone) open.set(ask.part, [...(open.get(ask.part) ?? []), ask]);
    }
    const run = { open, end: new AbortController() };
    this.running.add(run);
    while (open.size > 0 && !run.end.signal.aborted) await this.runOnce(open, run.end.signal);
    this.running.delete(run);
  }

  /** One process for all open parts. Each round resolves at least the part at which it ended. */
  private async runOnce(open: Map<string, Ask[]>, stopped: AbortSignal): Promise<void> {
    const late = new AbortController();
    let timer: Timer | undefined;
    const waitOn = (): void => {
      timer?.cancel();
      timer = this.clock.setTimer(() => late.abort(), this.deps.partDeadlineMs);
    };
    let began = false;
    const lines = new LineReader((text) => {
      const line = readPartLine(text);
      if (!line) return;
      began = true;
      waitOn();
      if (line.kind === 'part') finish(open, line.part, line.outcome);
    });
    waitOn();
    const end = await this.startSafely(
      [...open.keys()],
      (chunk) => lines.take(chunk),
      AbortSignal.any([stopped, late.signal]),
    );
    timer?.cancel();
    const reason = late.signal.aborted
      ? `${this.deps.name} gave no answer within ${this.deps.partDeadlineMs / 1000} s`
      : (end ?? `${this.deps.name} ended without an answer`);
    // A process that never started would fail the same way for every other part.
    const failed = began || late.signal.aborted ? [...open.keys()].slice(0, 1) : [...open.keys()];
    for (const part of failed) finish(open, part, { reason });
  }

  private async startSafely(...args: Parameters<StartParts>): Promise<string | undefined> {
    try {
      return await this.deps.start(...args);
    } catch (error) {
      return `${this.deps.name}: ${String(error)}`;
    }
  }
}

function finish(
  open: Map<string, Ask[]>,
  part: string,
  outcome: { value: unknown } | { reason: string },
): void {
  const asks = open.get(part) ?? [];
  open.delete(part);
  for (const ask of asks) ask.settle(outcome);
}
