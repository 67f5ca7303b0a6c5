import { ACP_LIMITS } from '../limits/limits.js';
import { AcpError } from '../limits/acp-error.js';
import type { TurnEnd } from '../turns/turn-end.js';
import { beginTurn, step, type EndsBy, type Turn, type TurnInput } from '../turns/turn-machine.js';
import type { Prompt, PromptEnd } from './options.js';

export interface TurnsAbout {
  readonly endsBy: () => EndsBy;
  /** Sends the prompt of the turn that has just begun; what it learns it tells by `apply`. */
  readonly send: (prompt: Prompt, turn: number) => void;
  /** Asks the agent to end its turn. */
  readonly sendCancel: (reason: string) => void;
  /** The turn is over, or soon: nobody waits for its permissions. */
  readonly over: () => void;
}

interface Current {
  readonly number: number;
  readonly resolve: (end: PromptEnd) => void;
  turn: Turn;
}

const TAKEN_BACK: PromptEnd = { stopReason: 'cancelled', turn: null, cancelRequested: true };

/** The turns of a session, one after another. */
export class Turns {
  private current: Current | undefined;
  private count = 0;
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();
  private ended = false;
  /** Legacy agents begin by themselves: the first turn may have ended before its prompt. */
  private early: TurnEnd | undefined;

  constructor(private readonly about: TurnsAbout) {}

  get number(): number | null {
    return this.current?.number ?? null;
  }

  get isCancelling(): boolean {
    return this.current?.turn.cancelling ?? false;
  }

  get waitsForPermission(): boolean {
    return this.current?.turn.phase === 'requires_action';
  }

  /** @throws AcpError `busy`, `ended`, and what sending throws */
  async prompt(prompt: Prompt, signal: AbortSignal | undefined): Promise<PromptEnd> {
    if (this.waiting > ACP_LIMITS.queuedPrompts) {
      throw new AcpError('busy', `At most ${ACP_LIMITS.queuedPrompts} prompts wait for the agent`);
    }
    const before = this.last;
    const place = { begun: false };
    this.waiting += 1;
    const work = async (): Promise<PromptEnd> => {
      place.begun = true;
      try {
        return await this.run(prompt, signal);
      } finally {
        this.waiting -= 1;
      }
    };
    // Begun at once where nobody waits, so that a cancel on the next line finds it.
    const turn = this.waiting === 1 ? work() : before.then(work);
    this.last = turn.then(
      () => undefined,
      () => undefined,
    );
    return this.orTakenBack(turn, place, signal);
  }

  /** Something happened to the turn at work, if there is one. */
  apply(input: TurnInput, turn = this.current?.number): void {
    const { current } = this;
    if (!current || current.number !== turn) return;
    current.turn = step(current.turn, input);
    const { end, cancelling } = current.turn;
    if (!end) return;
    this.current = undefined;
    this.about.over();
    current.resolve({ ...end, turn: current.number, cancelRequested: cancelling });
  }

  /** An end that came before the first prompt. */
  endedEarly(end: TurnEnd): void {
    if (this.count === 0) this.early ??= end;
  }

  cancel(reason: string): void {
    if (!this.current || this.current.turn.cancelling) return;
    this.apply({ type: 'cancel' });
    this.about.sendCancel(reason);
    this.about.over();
  }

  lineEnded(): void {
    this.ended = true;
    this.apply({ type: 'line_ended' });
  }

  /** One that waits and is taken back ends at once; its place is passed over later. */
  private orTakenBack(
    turn: Promise<PromptEnd>,
    place: { readonly begun: boolean },
    signal: AbortSignal | undefined,
  ): Promise<PromptEnd> {
    if (!signal || place.begun) return turn;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => (place.begun ? undefined : resolve(TAKEN_BACK));
      signal.addEventListener('abort', onAbort, { once: true });
      turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  private async run(prompt: Prompt, signal: AbortSignal | undefined): Promise<PromptEnd> {
    if (this.ended) throw new AcpError('ended', 'The agent has ended; start it again');
    if (signal?.aborted) return TAKEN_BACK;
    const number = this.count + 1;
    const turn = beginTurn(this.about.endsBy(), this.count === 0);
    const end = new Promise<PromptEnd>((resolve) => (this.current = { number, resolve, turn }));
    try {
      this.about.send(prompt, number);
    } catch (error) {
      this.current = undefined;
      throw error;
    }
    this.count = number;
    if (this.early) this.apply({ type: 'finished', end: this.early });
    this.early = undefined;
    const onAbort = (): void => this.cancel(String(signal?.reason ?? 'cancelled'));
    signal?.addEventListener('abort', onAbort);
    try {
      return await end;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }
}
