import type { Timer } from '@kenny/kernel';
import type { CompactionRunner } from './compaction-runner.js';
import { ConversationError } from './conversation-error.js';
import { DeltaBuffer, isReport, type Said } from './delta-buffer.js';
import type { CallOf, Delta, Effect, RoundOf, ConversationInput } from './inputs.js';
import {
  BrainFailure,
  type BrainVoice,
  type BrainWork,
  type ConversationPorts,
  type ToolAnswer,
  type ToolEnd,
} from './ports.js';
import type { ConversationRecord, ConversationState, Entry, TurnError } from './records.js';

/** First retry delay; doubles each time. */
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const INTERNAL: TurnError = {
  code: 'internal',
  message: 'Something went wrong here; the log says what.',
};

type Submit = (sessionId: string, input: ConversationInput) => Promise<unknown>;

/** Performs the effects of steps and feeds their results back as inputs. */
export class EffectRunner {
  /** One per running turn. */
  private readonly atWork = new Map<string, AbortController>();
  /** Timeouts of open questions. */
  private readonly questions = new Map<string, Timer>();
  /** Running turns that were too long once. */
  private readonly overflown = new Set<string>();
  private stopped = false;

  constructor(
    private readonly ports: ConversationPorts,
    private readonly submit: Submit,
    private readonly compactions: CompactionRunner,
  ) {}

  /** `state` is the one that the step has led to. */
  run(effect: Effect, state: ConversationState): void {
    if (!this.stopped) void this.perform(effect, state);
  }

  /** The turn ended by itself. */
  forget(turnId: string): void {
    this.atWork.delete(turnId);
    this.overflown.delete(turnId);
  }

  stop(): void {
    this.stopped = true;
    for (const controller of this.atWork.values()) controller.abort();
    this.atWork.clear();
    for (const timer of this.questions.values()) timer.cancel();
    this.questions.clear();
  }

  private perform(effect: Effect, state: ConversationState): Promise<void> | void {
    switch (effect.type) {
      case 'think':
        return this.think(effect, state);
      case 'call':
        return this.call(effect, state);
      case 'watch':
        return this.watch(effect, state.session.id);
      case 'await_reply':
        return this.awaitReply(effect, state.session.id);
      case 'reply_over':
        this.questions.get(effect.question_id)?.cancel();
        this.questions.delete(effect.question_id);
        return undefined;
      case 'cancel_approval':
        return this.cancelApproval(effect.approval_id, effect.reason);
      case 'abort':
        this.atWork.get(effect.turn_id)?.abort();
        this.atWork.delete(effect.turn_id);
    }
  }

  private async think({ turn_id, round }: RoundOf, state: ConversationState): Promise<void> {
    const at = { turn_id, round };
    const { id } = state.session;
    const buffer = new DeltaBuffer(this.ports.clock, async (said) => {
      for (const input of inputsOf(at, said)) await this.offer(id, input);
    });
    const input = await this.ask(at, state, {
      delta: (delta) => buffer.push(delta),
      observe: (observation) => buffer.push(observation),
    });
    await buffer.drained();
    await this.insist(id, input);
  }

  private async ask(
    at: RoundOf,
    state: ConversationState,
    voice: BrainVoice,
  ): Promise<ConversationInput> {
    const { session, active } = state;
    const signal = this.signalOf(at.turn_id);
    try {
      if (!active) throw new Error('a round without a turn at work');
      const { store } = this.ports;
      const brain = this.ports.brainOf(session);
      const entries = await this.entriesFor(at, session, signal);
      const pictures = (ids: readonly string[]) => store.pictures(session.id, ids);
      const work = { session, turn: active, entries, pictures };
      const thought = await brain.think(work, voice, signal).catch(async (error: unknown) => {
        const shorter = await this.afterOverflow(error, at, work, signal);
        return brain.think({ ...work, entries: shorter }, voice, signal);
      });
      return { type: 'thought', at, thought };
    } catch (error) {
      if (error instanceof BrainFailure) {
        return { type: 'brain_failed', at, error: { code: error.code, message: error.message } };
      }
      if (!signal.aborted) this.ports.trouble('the brain failed', error);
      return { type: 'brain_failed', at, error: INTERNAL };
    }
  }

  /** A turn that begins with too much before it has the older part summarised first. */
  private async entriesFor(
    at: RoundOf,
    session: ConversationRecord,
    signal: AbortSignal,
  ): Promise<readonly Entry[]> {
    const entries = await this.ports.store.entries(session.id);
    if (at.round > 1 || !(await this.compactions.isDue(session, entries))) return entries;
    const shorter = await this.compact(at, session, entries, signal);
    signal.throwIfAborted();
    return shorter ?? entries;
  }

  /** Once in a turn. @throws the failure itself when nothing can be made shorter */
  private async afterOverflow(
    error: unknown,
    at: RoundOf,
    { session, entries }: Pick<BrainWork, 'session' | 'entries'>,
    signal: AbortSignal,
  ): Promise<readonly Entry[]> {
    const full = error instanceof BrainFailure && error.contextFull && !signal.aborted;
    if (!full || this.overflown.has(at.turn_id)) throw error;
    this.overflown.add(at.turn_id);
    if (!(await this.compactions.isWanted(session))) throw error;
    const shorter = await this.compact(at, session, entries, signal);
    if (!shorter) throw error;
    return shorter;
  }

  /** Undefined when nothing has changed: the turn goes on with what there is. */
  private async compact(
    at: RoundOf,
    session: ConversationRecord,
    entries: readonly Entry[],
    signal: AbortSignal,
  ): Promise<readonly Entry[] | undefined> {
    try {
      const known = entries.at(-1)?.number ?? 0;
      const now = { ...session, entries: known };
      await this.compactions.run({ session: now, entries, at, instructions: '', signal });
    } catch (error) {
      // A refusal, because there is nothing to cut or it came too late, is no fault.
      const refused = error instanceof ConversationError;
      if (!signal.aborted && !refused) {
        this.ports.trouble('a conversation was not made shorter', error);
      }
      return undefined;
    }
    return this.ports.store.entries(session.id);
  }

  private async call(of: CallOf, { session, active }: ConversationState): Promise<void> {
    const call = active?.calls.find(({ tool_call_id }) => tool_call_id === of.tool_call_id);
    if (!active || !call) return;
    const request = { session, turn: active, call };
    const answer = await this.ports.tools
      .call(request, this.signalOf(of.turn_id))
      .catch((error: unknown) => {
        this.ports.trouble(`the tool ${call.tool} failed`, error);
        return failed(call.agent_id);
      });
    await this.insist(session.id, inputOf(of, answer));
  }

  private async watch(
    { turn_id, tool_call_id, approval_id }: Extract<Effect, { type: 'watch' }>,
    sessionId: string,
  ): Promise<void> {
    const end = await this.untilDone('hearing of an approval', () =>
      this.ports.tools.outcome(approval_id),
    );
    if (end) await this.insist(sessionId, inputOf({ turn_id, tool_call_id }, end));
  }

  private awaitReply(
    { question_id, answer_by }: Extract<Effect, { type: 'await_reply' }>,
    sessionId: string,
  ): void {
    const { clock } = this.ports;
    const over = (): void => {
      this.questions.delete(question_id);
      void this.insist(sessionId, { type: 'unanswered', question_id });
    };
    const left = Math.max(0, answer_by - clock.now());
    this.questions.set(question_id, clock.setTimer(over, left));
  }

  private async cancelApproval(approvalId: string, reason: string): Promise<void> {
    await this.untilDone('withdrawing an approval', () =>
      this.ports.tools.cancel(approvalId, reason),
    );
  }

  private signalOf(turnId: string): AbortSignal {
    const controller = this.atWork.get(turnId) ?? new AbortController();
    this.atWork.set(turnId, controller);
    return controller.signal;
  }

  /** May get lost: the complete message follows. */
  private async offer(sessionId: string, input: ConversationInput): Promise<void> {
    try {
      if (!this.stopped) await this.submit(sessionId, input);
    } catch (error) {
      this.ports.trouble('a piece of an answer was not stored', error);
    }
  }

  /** Must not get lost: retried until stored. */
  private async insist(sessionId: string, input: ConversationInput): Promise<void> {
    await this.untilDone('storing a step', () => this.submit(sessionId, input));
  }

  /** Retried until stopped; a refusal counts as an answer. */
  private async untilDone<T>(what: string, attempt: () => Promise<T>): Promise<T | undefined> {
    for (let delay = RETRY_MS; !this.stopped; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      try {
        return await attempt();
      } catch (error) {
        this.ports.trouble(`${what} failed`, error);
        if (error instanceof ConversationError) return undefined;
      }
      await new Promise<void>((resolve) => this.ports.clock.setTimer(resolve, delay));
    }
    return undefined;
  }
}

/** Merges consecutive deltas into one input; reports keep their place. */
function inputsOf(at: RoundOf, said: readonly Said[]): ConversationInput[] {
  const inputs: ConversationInput[] = [];
  let deltas: Delta[] = [];
  const close = (): void => {
    if (deltas.length > 0) inputs.push({ type: 'deltas', at, deltas });
    deltas = [];
  };
  for (const one of said) {
    if (!isReport(one)) {
      deltas.push(one);
      continue;
    }
    close();
    inputs.push({ type: 'observed', at, observation: one });
  }
  close();
  return inputs;
}

function inputOf({ turn_id, tool_call_id }: CallOf, answer: ToolAnswer): ConversationInput {
  const call = { turn_id, tool_call_id };
  if (answer.kind === 'opened') return { type: 'opened', call, approval_id: answer.approval_id };
  if (answer.kind === 'asked') {
    const { questions, answer_by } = answer;
    return { type: 'asked', call, questions, answer_by };
  }
  const { outcome, taints, granted, selects } = answer;
  return {
    ...{ type: 'answered', call, outcome },
    ...(taints === undefined ? {} : { taints }),
    ...(granted ? { granted } : {}),
    ...(selects === undefined ? {} : { selects }),
  };
}

function failed(agent_id: string | null): ToolEnd {
  return {
    kind: 'answered',
    outcome: { status: 'error', error: INTERNAL, call_id: null, agent_id },
  };
}
