import { Injectable, computed, inject, signal } from '@angular/core';
import { watchChat } from '@kenny/client';
import type {
  ChatSessionDetail,
  ChatSessionView,
  ChatEventView,
  QuestionReply,
  StreamingBehavior,
} from '@kenny/contract/web';
import { ApiClient } from '../http/api-client';
import { ApiError, asApiError } from '../http/api-error';
import { LiveSocket } from '../subscriptions/live-socket';
import { isOver } from './shown-turn';
import { NO_TURNS, turnsAsTheyAre, turnsOf, withEarlier, withEvents, withUsage } from './turns';

/** Who talks about what; what it has cost is known with its turns. */
export type ChatHead = ChatSessionView & Pick<ChatSessionDetail, 'cost'>;

/** Turns of one page of the history. */
const PAGE = 20;
/** Full reloads in a row without progress on the stream. */
const MOST_GAPS = 3;

/**
 * One conversation as it goes on: what was, from the history; what is, from the socket. Provided by
 * the page that shows it, so that it ends with that page.
 */
@Injectable()
export class Conversation {
  private readonly api = inject(ApiClient);
  private readonly socket = inject(LiveSocket);
  private readonly known = signal<ChatHead | null>(null);
  private readonly told = signal(NO_TURNS);
  private readonly cursor = signal<string | null>(null);
  private readonly fault = signal<ApiError | null>(null);

  /** Owner, name and PC; null until loaded. */
  readonly head = this.known.asReadonly();
  readonly turns = computed(() => this.told().list);
  /** The one at work, or the one that waits for a person. */
  readonly active = computed(() =>
    this.turns().find((turn) => !isOver(turn) && turn.status !== 'queued'),
  );
  readonly hasEarlier = computed(() => this.cursor() !== null);
  readonly error = this.fault.asReadonly();

  private id: string | undefined;
  private stop: (() => void) | undefined;
  private gaps = 0;

  async open(id: string): Promise<void> {
    this.close();
    this.id = id;
    await this.read(turnsOf);
  }

  close(): void {
    this.leave();
    this.id = undefined;
    this.gaps = 0;
    this.known.set(null);
    this.told.set(NO_TURNS);
    this.cursor.set(null);
    this.fault.set(null);
  }

  /** @throws ApiError */
  async loadEarlier(): Promise<void> {
    const { id } = this;
    const cursor = this.cursor();
    if (id === undefined || cursor === null) return;
    const { history, next_cursor } = await this.api.chat(id, { limit: PAGE, cursor });
    if (this.id !== id) return;
    this.told.update((turns) => withEarlier(turns, history));
    this.cursor.set(next_cursor);
  }

  /** Queues a turn, or steers the running one. */
  async say(
    message: string,
    { agent_id, behavior }: { agent_id?: string; behavior?: StreamingBehavior } = {},
  ): Promise<void> {
    await this.socket.request('chat.send', {
      session_id: this.id ?? '',
      message,
      ...(agent_id === undefined ? {} : { agent_id }),
      ...(behavior === undefined ? {} : { behavior }),
    });
    if (agent_id !== undefined) this.known.update((head) => head && { ...head, agent_id });
  }

  /** Without a turn: the one at work; what waits for a decision is withdrawn. */
  async cancel(turn_id?: string): Promise<void> {
    const session_id = this.id ?? '';
    await this.socket.request('chat.cancel', { session_id, ...(turn_id ? { turn_id } : {}) });
  }

  /** To a question of the model; null: it is told that there will be no answer. */
  async answer(question_id: string, answers: QuestionReply[] | null): Promise<void> {
    const session_id = this.id ?? '';
    await this.socket.request('chat.answer', {
      ...{ session_id, question_id },
      ...(answers ? { answers } : {}),
    });
  }

  async rename(name: string): Promise<void> {
    const renamed = await this.api.renameChat(this.id ?? '', { name });
    this.known.update((head) => ({ ...head, ...renamed }));
  }

  async remove(): Promise<void> {
    await this.api.removeChat(this.id ?? '');
  }

  private async read(begin: typeof turnsOf): Promise<void> {
    const { id } = this;
    if (id === undefined) return;
    this.leave();
    try {
      const detail = await this.api.chat(id, { limit: PAGE });
      if (this.id !== id) return;
      this.known.set(detail);
      this.told.set(begin(detail));
      this.cursor.set(detail.next_cursor);
      this.fault.set(null);
      this.follow(id);
    } catch (fault) {
      if (this.id === id) this.fault.set(asApiError(fault));
    }
  }

  private follow(session_id: string): void {
    this.stop = watchChat(this.socket, {
      session_id,
      after: () => this.told().place,
      take: (events) => this.take(events),
      behind: () => void this.read(turnsAsTheyAre),
      failed: (error) => this.failed(asApiError(error).ofRead()),
    });
  }

  private leave(): void {
    this.stop?.();
    this.stop = undefined;
  }

  private take(events: readonly ChatEventView[]): void {
    const before = this.told();
    const after = withEvents(before, events);
    if (!after) return this.readAgain();
    if (after === before) return;
    this.gaps = 0;
    this.told.set(after);
    this.fault.set(null);
    if (events.some(({ type }) => type === 'turnFinished')) void this.count();
  }

  private readAgain(): void {
    this.gaps += 1;
    if (this.gaps <= MOST_GAPS) void this.read(turnsOf);
    else {
      this.leave();
      this.fault.set(
        new ApiError('internal', 'Events of this conversation are missing. Load it again.', null),
      );
    }
  }

  private failed(error: ApiError): void {
    // The banner reports a broken connection; the next one subscribes again.
    if (error.code !== 'unreachable') this.fault.set(error);
  }

  /** Usage, PC and name have no events of their own. */
  private async count(): Promise<void> {
    const { id } = this;
    if (id === undefined) return;
    try {
      const detail: ChatSessionDetail = await this.api.chat(id, { limit: 1 });
      if (this.id !== id) return;
      this.known.set(detail);
      this.told.update((turns) => withUsage(turns, detail.history));
    } catch (fault) {
      if (this.id === id) this.failed(asApiError(fault));
    }
  }
}
