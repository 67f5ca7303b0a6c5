import type { QuestionReply, StreamingBehavior } from '@kenny/contract/agent';
import type { ConversationStep } from './advance.js';
import { CompactionRunner } from './compaction-runner.js';
import { ConversationActor } from './conversation-actor.js';
import { ConversationError } from './conversation-error.js';
import { EffectRunner } from './effect-runner.js';
import type { ConversationInput } from './inputs.js';
import type { CompactionResult, ConversationPorts } from './ports.js';
import {
  isOver,
  type Changes,
  type Choice,
  type NewPicture,
  type Requester,
  type ConversationRecord,
  type TurnRecord,
} from './records.js';

export interface Message {
  readonly text: string;
  readonly pictures?: readonly NewPicture[];
  readonly requester: Requester;
  readonly behavior?: StreamingBehavior;
  /** The one turn that `steer` may join. */
  readonly steers?: string;
  /** From now on the conversation's PC. */
  readonly agent_id?: string;
  /** Refused with `conflict` while a turn is at work or waits. */
  readonly only_when_idle?: boolean;
  /** Refused with `conflict` when it can steer no turn. */
  readonly strict_steer?: boolean;
  /** The conversation's name, if this is its first message and it has none. */
  readonly title?: string;
}

/**
 * Runs conversations (design §1.3): takes inputs, stores every step, and only then performs its
 * effects. All state is in the store, so a new engine on the same store can continue.
 */
export class ConversationEngine {
  private readonly actors = new Map<string, ConversationActor>();
  private readonly waiters = new Map<string, ((turn: TurnRecord) => void)[]>();
  private readonly runner: EffectRunner;
  private readonly compactions: CompactionRunner;

  constructor(private readonly ports: ConversationPorts) {
    const submit = (sessionId: string, input: ConversationInput) => this.submit(sessionId, input);
    this.compactions = new CompactionRunner(ports, submit);
    this.runner = new EffectRunner(ports, submit, this.compactions);
  }

  /** Recovers what the previous process left. Call once, before anything else. */
  async start(): Promise<void> {
    const { store, tools } = this.ports;
    for (const id of await store.busy()) {
      const active = (await store.load(id))?.active;
      const approvals = active ? await tools.approvalsOf(active.id) : [];
      await this.submit(id, { type: 'restarted', approvals });
    }
    await this.withdrawOrphans();
  }

  /** The process may have ended between cancelling a turn and withdrawing its approval. */
  private async withdrawOrphans(): Promise<void> {
    const { store, tools } = this.ports;
    for (const { approval_id, turn_id } of await tools.open()) {
      const turn = await store.turn(turn_id);
      if (!turn || isOver(turn)) await tools.cancel(approval_id, 'the turn has ended');
    }
  }

  /** Aborts everything; the next engine finds running turns interrupted. */
  stop(): void {
    this.compactions.stop();
    this.runner.stop();
  }

  async create(
    fields: Pick<ConversationRecord, 'owner_id' | 'name' | 'agent_id' | 'agents'> & {
      readonly kind?: string;
    },
  ): Promise<ConversationRecord> {
    const now = this.ports.clock.now();
    const session: ConversationRecord = {
      kind: 'chat',
      ...fields,
      id: this.ports.newId(),
      sensitive: false,
      granted: false,
      model: null,
      effort: null,
      parent_id: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      turns: 0,
      entries: 0,
    };
    await this.ports.store.create(session);
    return session;
  }

  /** Returns the id of the turn that it has become, or has joined. @throws ConversationError */
  async message(sessionId: string, message: Message): Promise<string> {
    const step = await this.submit(sessionId, { type: 'message', ...message });
    if (step.turn_id === undefined) throw new Error('a message has become no turn');
    return step.turn_id;
  }

  /**
   * What the operator says to a question; null = nothing will be said. Returns the turn's id.
   * @throws ConversationError `already_decided`, `expired`, `bad_args`
   */
  async answer(
    sessionId: string,
    question_id: string,
    answers: readonly QuestionReply[] | null,
  ): Promise<string> {
    const step = await this.submit(sessionId, { type: 'reply', question_id, answers });
    if (step.turn_id === undefined) throw new Error('an answer to no turn');
    return step.turn_id;
  }

  /** Does nothing to a finished turn. @throws ConversationError for an unknown conversation */
  async cancel(sessionId: string, turnId: string): Promise<void> {
    await this.submit(sessionId, { type: 'cancel', turn_id: turnId });
  }

  async rename(sessionId: string, name: string | null, by: Requester): Promise<void> {
    await this.submit(sessionId, { type: 'rename', name, by });
  }

  /** What is left out stays as it is; null = the operator's default. Counts from the next turn on. */
  async choose(sessionId: string, choice: Partial<Choice>, by: Requester): Promise<void> {
    await this.submit(sessionId, { type: 'choose', ...choice, by });
  }

  /**
   * Has older entries summarised; a message that comes meanwhile wins.
   * @throws ConversationError `conflict` while a turn is at work or when it was stopped, `bad_args`
   *   when there is nothing to compact
   * @throws BrainFailure when the model gives no summary
   */
  compact(sessionId: string, instructions: string, signal: AbortSignal): Promise<CompactionResult> {
    return this.compactions.ask(sessionId, instructions, signal);
  }

  /**
   * Cancels running and queued turns.
   * @throws ConversationError `conflict` where there are some, if it is to go only when idle
   */
  async delete(sessionId: string, by: Requester, only_when_idle = false): Promise<void> {
    await this.submit(sessionId, { type: 'delete', by, only_when_idle });
  }

  /** Resolves when the turn is over or waits for a person. @throws ConversationError if unknown */
  async settled(turnId: string): Promise<TurnRecord> {
    const settled = new Promise<TurnRecord>((resolve) => {
      this.waiters.set(turnId, [...(this.waiters.get(turnId) ?? []), resolve]);
    });
    const turn = await this.ports.store.turn(turnId);
    if (!turn) {
      this.waiters.delete(turnId);
      throw new ConversationError('not_found', `there is no turn ${turnId}`);
    }
    this.wake(turn);
    return settled;
  }

  private async submit(sessionId: string, input: ConversationInput): Promise<ConversationStep> {
    const actor = this.actors.get(sessionId) ?? this.actorOf(sessionId);
    try {
      return await actor.submit(input);
    } finally {
      if (actor.idle && this.actors.get(sessionId) === actor) this.actors.delete(sessionId);
    }
  }

  private actorOf(sessionId: string): ConversationActor {
    const { store, clock } = this.ports;
    const actor = new ConversationActor(sessionId, {
      store,
      moment: () => ({ now: clock.now(), newId: () => this.ports.newId() }),
      watch: (changes) => this.tell(changes),
      act: (effect, state) => this.runner.run(effect, state),
    });
    this.actors.set(sessionId, actor);
    return actor;
  }

  private tell(changes: Changes): void {
    for (const turn of changes.turns) {
      this.wake(turn);
      // A cancelled one is still to be stopped: that is an effect of the same step.
      if (turn.status === 'completed' || turn.status === 'failed') this.runner.forget(turn.id);
    }
    const { session, turns } = changes;
    if (turns.length > 0 || session.deleted_at !== null) this.compactions.movedOn(session.id);
    this.ports.watch(changes);
  }

  private wake(turn: TurnRecord): void {
    if (!isOver(turn) && turn.status !== 'waiting') return;
    const waiting = this.waiters.get(turn.id) ?? [];
    this.waiters.delete(turn.id);
    for (const resolve of waiting) resolve(turn);
  }
}
