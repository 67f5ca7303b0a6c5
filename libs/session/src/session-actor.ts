import { advance, type SessionStep } from './advance.js';
import type { Moment } from './draft.js';
import type { Effect, SessionInput } from './inputs.js';
import type { SessionStore, Watcher } from './ports.js';
import type { SessionState } from './records.js';
import { SessionError } from './session-error.js';

export interface ActorWorld {
  readonly store: SessionStore;
  moment(): Moment;
  readonly watch: Watcher;
  /** Begins to do it and returns. `state` is the one after the step. */
  act(effect: Effect, state: SessionState): void;
}

/**
 * Takes the inputs of one session one after the other: a step is decided, written, told, and only
 * then the next one is looked at. So whatever was told has been stored.
 */
export class SessionActor {
  private state: SessionState | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly id: string,
    private readonly world: ActorWorld,
  ) {}

  /** Nothing is at work here and nobody waits: the actor may be forgotten. */
  get idle(): boolean {
    return this.waiting === 0 && !this.state?.active && (this.state?.queue.length ?? 0) === 0;
  }

  /**
   * @throws SessionError when the input is refused or there is no such session
   * @throws whatever the store throws: then nothing has happened
   */
  submit(input: SessionInput): Promise<SessionStep> {
    this.waiting += 1;
    const step = this.last
      .then(() => this.take(input))
      .finally(() => {
        this.waiting -= 1;
      });
    this.last = step.catch(() => undefined);
    return step;
  }

  private async take(input: SessionInput): Promise<SessionStep> {
    const state = this.state ?? (await this.world.store.load(this.id));
    if (!state) throw new SessionError('not_found', `there is no conversation ${this.id}`);
    const step = advance(state, input, this.world.moment());
    if (!step.ok) throw new SessionError(step.code, step.message);
    if (step.changes) await this.commit(step);
    this.state = step.state;
    for (const effect of step.effects) this.world.act(effect, step.state);
    return step;
  }

  private async commit({ changes }: SessionStep): Promise<void> {
    if (!changes) return;
    try {
      await this.world.store.commit(changes);
    } catch (error) {
      // It may be stored all the same: what counts is read again.
      this.state = undefined;
      throw error;
    }
    this.world.watch(changes);
  }
}
