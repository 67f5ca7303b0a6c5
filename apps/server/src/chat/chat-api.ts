import type {
  AnswerChatBody,
  ApprovalView,
  ChatAnswer,
  ChatPending,
  ConfirmBody,
} from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { Decisions } from '../dispatch/index.js';
import { KennyError, principalKey, type CallContext, type Principal } from '../kernel/index.js';
import { ChatService, type NewMessage } from './chat.service.js';
import { CHAT_COST } from './limits.js';
import { ChatReader } from './store/chat-reader.js';
import { ChatStore } from './store/chat-store.js';
import { TurnWaits, type Settled } from './turns/turn-waits.js';
import { approvalIn, firstOf, PendingItems } from './views/pending-items.js';
import { turnSummary } from './views/turn-view.js';

/** The chat as request and response, for clients that do not stream (seed 002). */
@Injectable()
export class ChatApi {
  private readonly shown = new ShownApprovals();

  constructor(
    private readonly chat: ChatService,
    private readonly store: ChatStore,
    private readonly reader: ChatReader,
    private readonly pending: PendingItems,
    private readonly waits: TurnWaits,
    private readonly decisions: Decisions,
  ) {}

  /**
   * Answers when the turn is over or waits for a person.
   * @throws KennyError `conflict` with `pending` while a turn is at work or waits
   */
  async ask(
    ctx: CallContext,
    said: Omit<NewMessage, 'behavior' | 'only_when_idle'>,
  ): Promise<ChatAnswer> {
    const accepted = await this.accepted(ctx, said);
    return this.answer(ctx, await this.waits.settled(accepted.turn_id, ctx.signal), 0);
  }

  /**
   * A decision on what the conversation waits for; answers when it goes no further.
   * @throws KennyError `stale_confirm` with the current one, `forbidden`, and the gate's refusals
   */
  async confirm(ctx: CallContext, body: ConfirmBody): Promise<ChatAnswer> {
    const { id } = await this.chat.own(ctx, body.session_id);
    const turn = (await this.store.load(id))?.active;
    const pending = await this.pending.of(turn);
    const approval = this.meant(ctx.principal, id, body, pending);
    if (!turn || !approval) throw stale(id, pending);
    const decided = await this.decisions.decide(ctx, approval.id, {
      decision: body.approve ? 'approve' : 'deny',
      call_sha256: body.call_sha256 ?? approval.call_sha256,
      reason: body.reason,
    });
    const settled = await this.waits.settled(turn.id, ctx.signal, decided.id);
    return this.answer(ctx, settled, turn.sequence);
  }

  /**
   * What the operator says to a question; answers when it goes no further.
   * @throws KennyError `already_decided`, `expired`, `bad_args`, `not_found`
   */
  async reply(ctx: CallContext, body: AnswerChatBody): Promise<ChatAnswer> {
    const before = (await this.store.load(body.session_id))?.active?.sequence ?? 0;
    const { turn_id } = await this.chat.reply(ctx, body);
    return this.answer(ctx, await this.waits.settled(turn_id, ctx.signal), before);
  }

  /** Remembers what this caller was shown, for a confirmation without an id. */
  noteShown(principal: Principal, sessionId: string, pending: readonly ChatPending[]): void {
    this.shown.note(principal, sessionId, pending[0]?.approval?.id ?? null);
  }

  private async accepted(ctx: CallContext, said: NewMessage) {
    try {
      return await this.chat.say(ctx, { ...said, only_when_idle: true });
    } catch (error) {
      const { session_id } = said;
      const busy = error instanceof KennyError && error.code === 'conflict';
      if (!busy || session_id === undefined) throw error;
      const turn = (await this.store.load(session_id))?.active;
      const pending = firstOf(await this.pending.of(turn));
      throw new KennyError(error.code, error.message, { pending, turn_id: turn?.id ?? null });
    }
  }

  /** Without an id: the one in the last answer to this caller, if it still is the current one. */
  private meant(
    principal: Principal,
    sessionId: string,
    { approval_id }: ConfirmBody,
    pending: readonly ChatPending[],
  ): ApprovalView | undefined {
    const shown = this.shown.take(principal, sessionId);
    const meant = approval_id ?? shown;
    if (meant === null) return undefined;
    // Without an id only the first one counts, which the last answer showed.
    return approvalIn(approval_id === undefined ? pending.slice(0, 1) : pending, meant);
  }

  private async answer(
    { principal }: CallContext,
    { turn, pending }: Settled,
    since: number,
  ): Promise<ChatAnswer> {
    const { id: turn_id, session_id, error } = turn;
    // Rechecked: a sensitive read may have been made since.
    await this.chat.readable({ principal }, session_id);
    if (error?.code === 'chat_unavailable') {
      throw new KennyError('chat_unavailable', error.message, { session_id, turn_id });
    }
    const events = await this.reader.eventsOf([turn_id]);
    this.noteShown(principal, session_id, pending);
    return {
      ...{ session_id, turn_id, ...turnSummary(events, since) },
      pending: firstOf(pending),
      done: pending.length === 0,
      error: error && { ...error },
    };
  }
}

function stale(sessionId: string, pending: readonly ChatPending[]): KennyError {
  const message =
    pending.length > 0
      ? 'Something else is waiting for a decision now. Read it under details, then decide.'
      : 'Nothing waits for a decision in this conversation.';
  return new KennyError('stale_confirm', message, {
    session_id: sessionId,
    pending: firstOf(pending),
  });
}

/**
 * The approval that each caller was last shown in a conversation: a confirmation without an id counts
 * for that one, once (design §5). Lost at a restart.
 */
class ShownApprovals {
  private readonly shown = new Map<string, string>();

  note(principal: Principal, sessionId: string, approvalId: string | null): void {
    const key = keyOf(principal, sessionId);
    this.shown.delete(key);
    if (approvalId === null) return;
    this.shown.set(key, approvalId);
    const [oldest] = this.shown.keys();
    if (this.shown.size > CHAT_COST.shown && oldest !== undefined) this.shown.delete(oldest);
  }

  /** Counts once. */
  take(principal: Principal, sessionId: string): string | null {
    const key = keyOf(principal, sessionId);
    const approvalId = this.shown.get(key) ?? null;
    this.shown.delete(key);
    return approvalId;
  }
}

/** Per token: what the phone showed, the laptop did not. */
function keyOf(principal: Principal, sessionId: string): string {
  return `${sessionId} ${principal.token_id ?? ''} ${principalKey(principal)}`;
}
