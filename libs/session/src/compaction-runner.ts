import { contextTokens, isFull, planCompaction, type CompactionPlan } from './compaction.js';
import { ConversationError } from './conversation-error.js';
import type { ConversationStep } from './advance.js';
import type { ConversationInput, RoundOf } from './inputs.js';
import type { CompactionResult, Compactor, ConversationPorts } from './ports.js';
import type { CompactionContent, ConversationRecord, Entry } from './records.js';

/** What a compaction works on, as it was stored when it began. */
export interface CompactionWork {
  readonly session: ConversationRecord;
  readonly entries: readonly Entry[];
  /** The round that waits for it; null = somebody asked for it, and no turn is at work. */
  readonly at: RoundOf | null;
  readonly instructions: string;
  readonly signal: AbortSignal;
}

type Submit = (sessionId: string, input: ConversationInput) => Promise<ConversationStep>;

/**
 * Has older entries summarised, outside the steps of the conversation. The summary is an input like
 * any other: refused when the conversation has moved on meanwhile. A failure changes nothing.
 */
export class CompactionRunner {
  /** Those that somebody asked for, by conversation. */
  private readonly asked = new Map<string, AbortController>();

  constructor(
    private readonly ports: ConversationPorts,
    private readonly submit: Submit,
  ) {}

  /** @throws ConversationError `conflict` while a turn is at work, `bad_args` for nothing to do */
  async ask(
    sessionId: string,
    instructions: string,
    signal: AbortSignal,
  ): Promise<CompactionResult> {
    const { store } = this.ports;
    const state = await store.load(sessionId);
    if (!state || state.session.deleted_at !== null) {
      throw new ConversationError('not_found', `there is no conversation ${sessionId}`);
    }
    if (state.active || state.queue.length > 0 || this.asked.has(sessionId)) throw busy();
    const controller = new AbortController();
    this.asked.set(sessionId, controller);
    try {
      const { session } = state;
      const both = AbortSignal.any([signal, controller.signal]);
      const entries = await store.entries(sessionId);
      return await this.run({ session, entries, at: null, instructions, signal: both });
    } finally {
      this.asked.delete(sessionId);
    }
  }

  /** A turn has begun, or the conversation is gone: what was asked for is of no use any more. */
  movedOn(sessionId: string): void {
    this.asked.get(sessionId)?.abort();
  }

  stop(): void {
    for (const controller of this.asked.values()) controller.abort();
  }

  /** Whether the entries are too many for a round that has not begun. */
  async isDue(session: ConversationRecord, entries: readonly Entry[]): Promise<boolean> {
    const { compactor } = this.ports.brainOf(session);
    if (!compactor) return false;
    const { window, settings } = await compactor.room(session);
    return isFull(contextTokens(entries, compactor.tokensOf), window, settings);
  }

  /** Turns compact by themselves, also after their context turned out to be too long. */
  async isWanted(session: ConversationRecord): Promise<boolean> {
    const room = await this.ports.brainOf(session).compactor?.room(session);
    return room?.settings.enabled ?? false;
  }

  /**
   * @throws ConversationError, BrainFailure: then nothing has changed
   * @throws the signal's reason when it is aborted
   */
  async run(work: CompactionWork): Promise<CompactionResult> {
    const { compactor } = this.ports.brainOf(work.session);
    if (!compactor) throw new ConversationError('bad_args', 'this model keeps its own memory');
    const { session, entries } = work;
    const { settings } = await compactor.room(session);
    const plan = planCompaction(entries, compactor.tokensOf, settings.keep_recent_tokens);
    if (typeof plan === 'string') throw new ConversationError('bad_args', plan);
    const session_id = session.id;
    this.tell({ session_id, phase: 'start', result: null, error: null });
    try {
      const result = await this.summarised(work, plan, compactor);
      this.tell({ session_id, phase: 'end', result, error: null });
      return result;
    } catch (error) {
      const words = work.signal.aborted ? STOPPED : wordsOf(error);
      this.tell({ session_id, phase: 'end', result: null, error: words });
      if (work.signal.aborted) throw new ConversationError('conflict', STOPPED);
      throw error;
    }
  }

  private async summarised(
    { session, entries, at, instructions, signal }: CompactionWork,
    plan: CompactionPlan,
    compactor: Compactor,
  ): Promise<CompactionResult> {
    const tokens_before = contextTokens(entries, compactor.tokensOf);
    const { older, begun, previous, firstKept, message } = plan;
    const parts = { session, older, begun, previous };
    const summary = (
      await aborting(compactor.summarise(parts, instructions, signal), signal)
    ).trim();
    if (summary === '') throw new ConversationError('internal', EMPTY);
    const first_kept_entry_id = firstKept.id;
    const content: CompactionContent = {
      ...{ role: 'compaction', summary, first_kept_entry_id, tokens_before },
      message_entry_id: message?.id ?? null,
    };
    const turn_id = entries.at(-1)?.turn_id ?? firstKept.turn_id;
    const known = session.entries;
    const step = await this.submit(session.id, { type: 'compacted', at, known, turn_id, content });
    if (!step.changes) throw new ConversationError('conflict', MOVED_ON);
    return { summary, first_kept_entry_id, tokens_before };
  }

  private tell(news: Parameters<NonNullable<ConversationPorts['compacting']>>[0]): void {
    this.ports.compacting?.(news);
  }
}

/** Whoever waits is let go at once; what still runs is of no interest any more. */
function aborting<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function busy(): ConversationError {
  return new ConversationError('conflict', 'this conversation is at work; wait for its end', true);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const STOPPED = 'The compaction was stopped; the conversation is unchanged.';
const MOVED_ON = 'The conversation went on meanwhile; it is unchanged by the compaction.';
const EMPTY = 'Compaction produced an empty summary; context was not changed.';
