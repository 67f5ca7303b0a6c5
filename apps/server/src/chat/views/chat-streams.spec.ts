import type { TurnEvent } from '@kenny/contract';
import { strictFake } from '@kenny/testing';
import { InProcessEventBus } from '../../kernel/index.js';
import { CHAT_COST } from '../limits.js';
import type { ChatReader } from '../store/chat-reader.js';
import { ChatStreams } from './chat-streams.js';

const SESSION = 's';

/** A conversation of one turn that is stored and told; how often it was read is counted. */
class Talk {
  readonly events = new InProcessEventBus();
  readonly stored: TurnEvent[] = [];
  pages = 0;
  /** Runs while a page is being read. */
  meanwhile: () => void = () => undefined;
  private readonly leaving = new AbortController();

  readonly stream = new ChatStreams(
    strictFake<ChatReader>('ChatReader', {
      positionOf: (_id: string, place: string) => Promise.resolve(Number(place.split(':').at(-1))),
      eventsAfter: async (_id: string, position: number) => {
        this.pages += 1;
        const events = this.stored.slice(position, position + CHAT_COST.eventPage);
        await Promise.resolve();
        this.meanwhile();
        return { events, position: position + events.length, cut: false };
      },
    }),
    this.events,
  ).follow(SESSION, '0', this.leaving.signal, () => Promise.resolve(true));

  say(count = 1, deleted = false): void {
    const events = Array.from({ length: count }, (_, at) => ({
      ...{ session_id: SESSION, turn_id: 't', sequence: this.stored.length + at + 1, at: 1 },
      ...{ type: 'assistantDelta' as const, payload: {} },
    }));
    this.stored.push(...events);
    const turns = [{ id: 't', status: 'running' as const }];
    this.events.emit('chat.stepped', {
      session_id: SESSION,
      events,
      turns,
      deleted,
      sensitive: false,
      granted: false,
      owner_id: 'anna',
    });
  }

  /** The numbers of the next events, until there are so many. */
  async next(count: number): Promise<number[]> {
    const read: number[] = [];
    while (read.length < count) {
      const step = await this.stream.next();
      if (step.done) throw new Error(`it ended after ${read.join()}`);
      read.push(...step.value.map(({ sequence }) => sequence));
    }
    return read;
  }

  leave(): void {
    this.leaving.abort();
  }
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('a stream of events', () => {
  it('is what is stored, page after page, then what happens', async () => {
    const talk = new Talk();
    talk.say(CHAT_COST.eventPage + 50);
    expect(await talk.next(250)).toEqual(upTo(250));
    const next = talk.next(2);
    talk.say(2);
    expect(await next).toEqual([251, 252]);
  });

  it('tells what happens while it reads once', async () => {
    const talk = new Talk();
    talk.say(3);
    talk.meanwhile = () => {
      talk.meanwhile = () => undefined;
      talk.say(2);
    };
    expect(await talk.next(5)).toEqual(upTo(5));
    talk.say();
    expect(await talk.next(1)).toEqual([6]);
  });

  it('keeps only so much for a slow reader, who misses nothing all the same', async () => {
    const talk = new Talk();
    talk.say();
    expect(await talk.next(1)).toEqual([1]);
    const first = talk.next(1);
    talk.say();
    await first;
    for (let at = 0; at < 10; at += 1) talk.say(100);
    const before = talk.pages;
    expect(await talk.next(1_000)).toEqual(upTo(1_002, 3));
    expect(talk.pages - before).toBeGreaterThan(4);
  });

  it('ends with the conversation, after its last words, and when the reader leaves', async () => {
    const talk = new Talk();
    talk.say();
    await talk.next(1);
    const last = talk.next(1);
    talk.say(1, true);
    expect(await last).toEqual([2]);
    expect(await talk.stream.next()).toEqual({ value: undefined, done: true });
    const left = new Talk();
    const nothing = left.stream.next();
    left.leave();
    expect((await nothing).done).toBe(true);
  });
});
