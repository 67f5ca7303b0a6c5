import {
  WS_LIMITS,
  type ChatSubscribed,
  type TurnEvent,
  type WsNotification,
} from '@kenny/contract';
import { FakeClock, strictFake } from '@kenny/testing';
import type { ChatReader, ChatService, PageLimit } from '../../chat/index.js';
import { InProcessEventBus, SYSTEM, type CallContext } from '../../kernel/index.js';
import type { Watcher } from '../../subscriptions/index.js';
import { ChatTopic } from './chat-topic.js';

const RUN = '0a0f1c52-5d0a-4b52-9d4c-3f6f0c9b7c11';
const CTX = strictFake<CallContext>('CallContext', { principal: SYSTEM });
/** Of a token without the class `sensitive`. */
const MODEST = strictFake<CallContext>('CallContext', {
  principal: { ...SYSTEM, classes: ['read'] },
});

/** A socket that takes messages, until it is full. */
class Socket implements Watcher {
  open = true;
  full = false;
  readonly seen: WsNotification[] = [];
  push(message: Buffer): boolean {
    if (!this.full) this.pushLast(message);
    return !this.full;
  }
  pushLast(message: Buffer): void {
    this.seen.push(JSON.parse(message.toString()) as WsNotification);
  }
  get told(): unknown[] {
    return this.seen.map(({ payload }) => (payload['event'] as TurnEvent | undefined)?.sequence);
  }
}

/** One conversation; reading it takes until the test says so. */
class Talk {
  readonly events = new InProcessEventBus();
  readonly stored: TurnEvent[] = [];
  /** What is stored is more than one answer holds. */
  large = false;
  private held: (() => void)[] = [];
  readonly topic = new ChatTopic(
    strictFake<ChatService>('ChatService', { readable: () => Promise.resolve() as never }),
    strictFake<ChatReader>('ChatReader', {
      lastPlace: () => Promise.resolve(`t:${this.stored.length}`),
      positionOf: (_id: string, place: string) => Promise.resolve(Number(place.split(':').at(-1))),
      eventsAfter: async (_id: string, position: number, limit?: PageLimit) => {
        const events = this.stored.slice(position).slice(0, limit?.events);
        await new Promise<void>((resolve) => this.held.push(resolve));
        return { events, position, cut: this.large };
      },
    }),
    this.events,
    new FakeClock(),
    RUN,
  );

  say(session_id = 's', { deleted = false, sensitive = false } = {}): void {
    const sequence = this.stored.length + 1;
    const event = {
      session_id,
      turn_id: 't',
      sequence,
      at: 1,
      type: 'answer',
      payload: {},
    } as const;
    if (session_id === 's') this.stored.push(event);
    this.events.emit('chat.stepped', {
      session_id,
      events: [event],
      turns: [],
      deleted,
      sensitive,
      granted: false,
      owner_id: 'anna',
    });
  }

  async subscribe(
    socket: Watcher,
    after?: string,
    meanwhile = () => undefined as unknown,
    ctx = CTX,
  ) {
    let answer: ChatSubscribed | undefined;
    const payload = { session_id: 's', ...(after === undefined ? {} : { after }) };
    const done = this.topic.subscribe(ctx, payload, socket, (text) => {
      answer = JSON.parse(text) as ChatSubscribed;
    });
    if (after !== undefined) {
      while (this.held.length === 0) await Promise.resolve();
      meanwhile();
      for (const go of this.held.splice(0)) go();
    }
    await done;
    if (!answer) throw new Error('no answer');
    return answer;
  }
}

describe('chat.subscribe', () => {
  it('tells what happens while it reads, once', async () => {
    const talk = new Talk();
    const socket = new Socket();
    talk.say();
    const answer = await talk.subscribe(socket, 't:0', () => {
      talk.say();
      talk.say('another');
    });
    talk.say();
    expect(answer.items.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(answer.last_event).toBe('t:2');
    expect(socket.told).toEqual([3]);
  });

  it('puts a slow socket out, which then knows from where it has to go on', async () => {
    const talk = new Talk();
    const [slow, quick] = [new Socket(), new Socket()];
    for (const socket of [slow, quick]) await talk.subscribe(socket);
    talk.say();
    slow.full = true;
    talk.say();
    talk.say();
    expect(slow.seen.at(-1)).toMatchObject({
      ...{ action: 'stream.gap', payload: { topic: 'chat', session_id: 's', run: RUN, seq: 1 } },
    });
    expect(slow.seen).toHaveLength(2);
    expect(quick.told).toEqual([1, 2, 3]);
  });

  it('lets nobody in who has gone meanwhile, and nobody to what is deleted', async () => {
    const talk = new Talk();
    const [gone, late, there] = [new Socket(), new Socket(), new Socket()];
    await talk.subscribe(there);
    await talk.subscribe(gone, 't:0', () => (gone.open = false));
    await talk.subscribe(late, 't:0', () => talk.say('s', { deleted: true }));
    talk.say();
    expect([gone.told, late.told, there.told]).toEqual([[], [], [1]]);
  });

  it('lets nobody in, and nobody stay, who must not read what is read by then', async () => {
    const talk = new Talk();
    const [late, there, all] = [new Socket(), new Socket(), new Socket()];
    await talk.subscribe(there, undefined, undefined, MODEST);
    await talk.subscribe(all);
    const entering = talk.subscribe(late, 't:0', () => talk.say('s', { sensitive: true }), MODEST);
    await expect(entering).rejects.toMatchObject({ code: 'not_found' });
    talk.say('s', { sensitive: true });
    expect([late.told, there.told, all.told]).toEqual([[], [], [1, 2]]);
  });

  it('does not send more again than one answer holds', async () => {
    const talk = new Talk();
    for (let at = 0; at <= WS_LIMITS.replayRows; at += 1) talk.say();
    await expect(talk.subscribe(new Socket(), 't:0')).rejects.toMatchObject({ code: 'too_large' });
    const { items } = await talk.subscribe(new Socket(), 't:1');
    expect(items).toHaveLength(WS_LIMITS.replayRows);
    talk.large = true;
    await expect(talk.subscribe(new Socket(), 't:1')).rejects.toMatchObject({ code: 'too_large' });
  });
});
