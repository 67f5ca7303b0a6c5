import { advance, type ConversationStep } from './advance.js';
import { ConversationError } from './conversation-error.js';
import type { Moment } from './draft.js';
import type { Effect, ConversationInput } from './inputs.js';
import type { ConversationStore, Watcher } from './ports.js';
import type { ConversationState } from './records.js';

export interface ActorWorld {
  readonly store: ConversationStore;
  moment(): Moment;
  readonly watch: Watcher;
  /** Begins to do it and returns. `state` is the one after the step. */
  act(effect: Effect, state: ConversationState): void;
}

/**
 * Serialises the inputs of one conversation: each step is decided, stored and told before the next
 * input is looked at, so nothing is told that is not stored.
 */
export class ConversationActor {
  private state: ConversationState | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly id: string,
    private readonly world: ActorWorld,
  ) {}

  /** Nothing runs and nobody waits: the actor can be dropped. */
  get idle(): boolean {
    return this.waiting === 0 && !this.state?.active && (this.state?.queue.length ?? 0) === 0;
  }

  /**
   * @throws ConversationError when the input is refused or there is no such conversation
   * @throws whatever the store throws: then nothing has happened
   */
  submit(input: ConversationInput): Promise<ConversationStep> {
    this.waiting += 1;
    const step = this.last
      .then(() => this.take(input))
      .finally(() => {
        this.waiting -= 1;
      });
    this.last = step.catch(() => undefined);
    return step;
  }

  private async take(input: ConversationInput): Promise<ConversationStep> {
    const state = this.state ?? (await this.world.store.load(this.id));
    if (!state) throw new ConversationError('not_found', `there is no conversation ${this.id}`);
    const step = advance(state, input, this.world.moment());
    if (!step.ok) throw new ConversationError(step.code, step.message, step.busy);
    if (step.changes) await this.commit(step);
    this.state = step.state;
    for (const effect of step.effects) this.world.act(effect, step.state);
    return step;
  }

  private async commit({ changes }: ConversationStep): Promise<void> {
    if (!changes) return;
    try {
      await this.world.store.commit(changes);
    } catch (error) {
      // It may be stored all the same: reload the state.
      this.state = undefined;
      throw error;
    }
    this.world.watch(changes);
  }
}
