import { isOver, type TurnRecord } from '@kenny/session';
import type { ChatPending } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { abortSignalOf, EventBus, KennyError, type CallSignal } from '../../kernel/index.js';
import { ChatService } from '../chat.service.js';
import { ChatStore } from '../store/chat-store.js';
import { approvalIn, PendingItems } from '../views/pending-items.js';

export interface Settled {
  readonly turn: TurnRecord;
  /** What a person could decide or answer now; empty when the turn is over. */
  readonly pending: readonly ChatPending[];
}

/** Waits until there is something to answer: a turn is over, or a person has to decide. */
@Injectable()
export class TurnWaits {
  constructor(
    private readonly store: ChatStore,
    private readonly pending: PendingItems,
    private readonly chat: ChatService,
    private readonly events: EventBus,
  ) {}

  /**
   * @param decided an approval that somebody has just decided: until its call has ended, or it turns
   *   out that it still waits, there is nothing new to answer
   * @throws KennyError `unavailable` when the caller goes or the server stops: the turn goes on
   */
  async settled(
    turnId: string,
    signal: CallSignal | undefined,
    decided: string | null = null,
  ): Promise<Settled> {
    const steps = new Steps(this.events, turnId);
    const gone = AbortSignal.any([this.chat.ended, ...(signal ? [abortSignalOf(signal)] : [])]);
    try {
      for (;;) {
        const turn = await this.store.turn(turnId);
        if (!turn) throw new KennyError('not_found', 'this conversation was deleted meanwhile');
        if (isOver(turn)) return { turn, pending: [] };
        const pending = turn.status === 'waiting' ? await this.pending.of(turn) : [];
        if (pending.length > 0 && !isUnderWay(turn, pending, decided)) return { turn, pending };
        await steps.next(gone);
      }
    } finally {
      steps.close();
    }
  }
}

function isUnderWay(
  { calls }: TurnRecord,
  pending: readonly ChatPending[],
  decided: string | null,
): boolean {
  if (decided === null || approvalIn(pending, decided)) return false;
  return calls.some(({ phase, approval_id }) => phase === 'waiting' && approval_id === decided);
}

/** That something has happened which may end the wait; told while nobody listens, it is kept. */
class Steps {
  private happened = false;
  private wake: (() => void) | undefined;
  private readonly stops: readonly (() => void)[];

  constructor(events: EventBus, turnId: string) {
    this.stops = [
      events.on('chat.stepped', ({ turns }) => {
        if (turns.some(({ id, status }) => id === turnId && status !== 'running')) this.note();
      }),
      events.on('approval.changed', ({ approval }) => {
        if (approval.requested_by.turn_id === turnId) this.note();
      }),
    ];
  }

  async next(gone: AbortSignal): Promise<void> {
    if (gone.aborted) throw stopped();
    if (!this.happened) await this.happening(gone);
    this.happened = false;
  }

  close(): void {
    for (const stop of this.stops) stop();
  }

  private happening(gone: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => reject(stopped());
      gone.addEventListener('abort', leave, { once: true });
      this.wake = () => {
        gone.removeEventListener('abort', leave);
        resolve();
      };
    });
  }

  private note(): void {
    this.happened = true;
    this.wake?.();
    this.wake = undefined;
  }
}

function stopped(): KennyError {
  return new KennyError(
    'unavailable',
    'The server is stopping. The conversation is kept: look at it when it is back.',
  );
}
