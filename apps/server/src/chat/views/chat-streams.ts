import { chatPlaceOf, type TurnEvent } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { EventBus } from '../../kernel/index.js';
import { CHAT_COST } from '../limits.js';
import { ChatReader } from '../store/chat-reader.js';
import { LiveEvents } from './live-events.js';

/** Events of a conversation as one stream: stored ones first, then live. */
@Injectable()
export class ChatStreams {
  constructor(
    private readonly reader: ChatReader,
    private readonly events: EventBus,
  ) {}

  /**
   * Every event after `place`, once and in order, until `signal` or the end of the conversation, or
   * until the reader may no longer read it. A slow reader costs no memory: what it missed is read
   * from the database again.
   * @throws KennyError `not_found` for an unknown place
   */
  async *follow(
    sessionId: string,
    place: string,
    signal: AbortSignal,
    mayGoOn: () => Promise<boolean>,
  ): AsyncGenerator<readonly TurnEvent[], void> {
    const live = new LiveEvents(this.events, sessionId, CHAT_COST.eventsBehind);
    const told = new Told();
    try {
      let position = await this.reader.positionOf(sessionId, place);
      while (!signal.aborted) {
        live.startOver();
        for (;;) {
          const page = await this.reader.eventsAfter(sessionId, position);
          if (page.events.length === 0) break;
          ({ position } = page);
          if (!(await mayGoOn())) return;
          yield told.fresh(page.events);
          if (signal.aborted) return;
        }
        while (!live.overflown) {
          const events = await live.next(signal);
          if (!events) return;
          if (!(await mayGoOn())) return;
          const fresh = told.fresh(events);
          if (fresh.length > 0) yield fresh;
          if (signal.aborted) return;
        }
        position =
          told.place === null ? position : await this.reader.positionOf(sessionId, told.place);
      }
    } finally {
      live.close();
    }
  }
}

/** Deduplicates: stored and live events overlap. */
class Told {
  private readonly sequences = new Map<string, number>();
  place: string | null = null;

  fresh(events: readonly TurnEvent[]): TurnEvent[] {
    const fresh = events.filter(
      ({ turn_id, sequence }) => sequence > (this.sequences.get(turn_id) ?? 0),
    );
    for (const event of fresh) {
      this.sequences.set(event.turn_id, event.sequence);
      this.place = chatPlaceOf(event);
    }
    return fresh;
  }
}
