import { CAPS, WS_LIMITS, type ChatSubscribed, type TurnEvent } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { ChatReader, ChatService, eventView, hears, noConversation } from '../../chat/index.js';
import {
  CLOCK,
  EventBus,
  KennyError,
  RUN_ID,
  type CallContext,
  type EventMap,
  type Principal,
} from '../../kernel/index.js';
import {
  MissedChanges,
  notification,
  type Deliver,
  type Watcher,
} from '../../subscriptions/index.js';

/** The subscribers of one conversation; all get the same messages. */
class Room {
  /** With their principal: a conversation may come to hold what they may not see. */
  readonly watchers = new Map<Watcher, Principal>();
  seq = 0;
}

/** Subscriptions to conversations. A slow socket gets `stream.gap` and is unsubscribed. */
@Injectable()
export class ChatTopic {
  private readonly rooms = new Map<string, Room>();
  private readonly missed = new MissedChanges<EventMap['chat.stepped']>();

  constructor(
    private readonly chat: ChatService,
    private readonly reader: ChatReader,
    events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RUN_ID) private readonly run: string,
  ) {
    events.on('chat.stepped', (step) => this.stepped(step));
  }

  /** @throws KennyError `not_found`, `too_large` when too much came after `after` */
  async subscribe(
    ctx: CallContext,
    { session_id, after }: { session_id: string; after?: string },
    watcher: Watcher,
    deliver: Deliver,
  ): Promise<void> {
    await this.chat.readable(ctx, session_id);
    if (this.watchedBy(watcher, session_id) >= WS_LIMITS.chats) throw tooMany();
    const read = () => this.stored(session_id, after);
    await this.missed.during(read, (stored, steps) => {
      const meanwhile = steps.filter((step) => step.session_id === session_id);
      if (!meanwhile.every((step) => hears(ctx.principal, step))) throw noConversation(session_id);
      const items = withMissed(
        stored.items,
        meanwhile.flatMap(({ events }) => events),
      );
      if (items.length > WS_LIMITS.replayRows) throw tooFarBack();
      const last = items.at(-1);
      const answer: ChatSubscribed = {
        ...{ run: this.run, seq: this.rooms.get(session_id)?.seq ?? 0, session_id },
        items: after === undefined ? [] : items.map(eventView),
        last_event: last ? `${last.turn_id}:${last.sequence}` : stored.last,
      };
      deliver(JSON.stringify(answer));
      if (watcher.open && !meanwhile.some(({ deleted }) => deleted)) {
        this.roomOf(session_id).watchers.set(watcher, ctx.principal);
      }
    });
  }

  /** @param sessionId - all conversations when left out */
  leave(watcher: Watcher, sessionId?: string): void {
    for (const [id, room] of this.rooms) {
      if (sessionId !== undefined && id !== sessionId) continue;
      if (room.watchers.delete(watcher) && room.watchers.size === 0) this.rooms.delete(id);
    }
  }

  private async stored(sessionId: string, after: string | undefined) {
    const last = await this.reader.lastPlace(sessionId);
    if (after === undefined) return { last, items: [] };
    const position = await this.reader.positionOf(sessionId, after);
    const most = { events: WS_LIMITS.replayRows + 1, characters: CAPS.httpPageBytes };
    const { events, cut } = await this.reader.eventsAfter(sessionId, position, most);
    if (cut) throw tooFarBack();
    return { last, items: events };
  }

  private watchedBy(watcher: Watcher, besides: string): number {
    const others = [...this.rooms].filter(([id]) => id !== besides);
    return others.filter(([, { watchers }]) => watchers.has(watcher)).length;
  }

  private roomOf(sessionId: string): Room {
    const room = this.rooms.get(sessionId) ?? new Room();
    this.rooms.set(sessionId, room);
    return room;
  }

  private stepped(step: EventMap['chat.stepped']): void {
    this.missed.note(step);
    const room = this.rooms.get(step.session_id);
    if (!room) return;
    if (step.sensitive || step.granted) this.leaveThoseWhoMayNot(room, step);
    for (const event of step.events) this.push(step.session_id, room, event);
    if (step.deleted) this.rooms.delete(step.session_id);
  }

  /** From now on the conversation does not exist for them. */
  private leaveThoseWhoMayNot(room: Room, step: EventMap['chat.stepped']): void {
    for (const [watcher, principal] of room.watchers) {
      if (!hears(principal, step)) room.watchers.delete(watcher);
    }
  }

  private push(session_id: string, room: Room, event: TurnEvent): void {
    const { run, clock } = this;
    const before = { run, seq: room.seq };
    room.seq += 1;
    const payload = JSON.stringify({ run, seq: room.seq, event: eventView(event) });
    const message = notification('chat.event', payload, clock.now());
    for (const watcher of [...room.watchers.keys()]) {
      if (watcher.push(message)) continue;
      this.leave(watcher, session_id);
      const gap = JSON.stringify({ topic: 'chat', ...before, session_id });
      watcher.pushLast(notification('stream.gap', gap, clock.now()));
    }
  }
}

/** Events published while the store was read may be in both. */
function withMissed(stored: readonly TurnEvent[], told: readonly TurnEvent[]): TurnEvent[] {
  const known = new Set(stored.map(({ turn_id, sequence }) => `${turn_id}:${sequence}`));
  return [
    ...stored,
    ...told.filter(({ turn_id, sequence }) => !known.has(`${turn_id}:${sequence}`)),
  ];
}

function tooMany(): KennyError {
  return new KennyError(
    'rate_limited',
    `This socket watches ${WS_LIMITS.chats} conversations; unsubscribe from some of them first.`,
  );
}

function tooFarBack(): KennyError {
  return new KennyError(
    'too_large',
    'Too many events since then for one answer: read the conversation with GET ' +
      '/api/chat/sessions/{id}, then subscribe after its last_event.',
  );
}
