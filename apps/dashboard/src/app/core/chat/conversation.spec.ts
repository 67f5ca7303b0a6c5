import { TestBed } from '@angular/core/testing';
import { aChat, aTurn } from '../../../../test/a-chat';
import { ChatLog } from '../../../../test/chat-events';
import { FakeWebSocket } from '../../../../test/fake-web-socket';
import { ApiClient } from '../http/api-client';
import { ApiError } from '../http/api-error';
import { LiveSocket } from '../subscriptions/live-socket';
import { Conversation } from './conversation';

describe('a conversation in the page', () => {
  FakeWebSocket.installed();
  let log: ChatLog;
  let talk: Conversation;
  let answers: (ReturnType<typeof aChat> | ApiError)[];
  let asked: unknown[];

  const seq = (at: number) => ({ run: 'r1', seq: at });
  const subscriptions = () =>
    FakeWebSocket.opened.flatMap(({ sent }) =>
      sent.filter(({ action }) => action === 'chat.subscribe').map(({ payload }) => payload),
    );
  const told = () => talk.turns().map(({ asked: question, status }) => [question, status]);

  beforeEach(() => {
    log = new ChatLog();
    answers = [];
    asked = [];
    const chat = (id: string, query: object) => {
      asked.push([id, query]);
      const answer = answers.shift() ?? aChat();
      return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer);
    };
    TestBed.configureTestingModule({
      providers: [Conversation, { provide: ApiClient, useValue: { chat } }],
    });
    talk = TestBed.inject(Conversation);
    TestBed.inject(LiveSocket).connect();
    FakeWebSocket.last.accept();
  });

  it('is what was, and then what happens', async () => {
    answers = [aChat([aTurn({ id: 'a', message: 'one' })], { last_event: 'a:9' })];
    await talk.open('s1');
    expect(subscriptions()).toEqual([{ session_id: 's1', after: 'a:9' }]);
    await FakeWebSocket.last.answer('chat.subscribe', { ...seq(0), items: [] });
    log.begin('b', 'two');
    for (const [at, event] of log.events.entries()) {
      await FakeWebSocket.last.push('chat.event', { ...seq(at + 1), event });
    }
    expect(told()).toEqual([
      ['one', 'completed'],
      ['two', 'running'],
    ]);
    expect(talk.active()?.id).toBe('b');
  });

  it('tells a turn that is at work from its beginning, and goes on after a broken connection', async () => {
    answers = [aChat([aTurn({ id: 'b', status: 'running', parts: [] })])];
    await talk.open('s1');
    log.begin('b', 'two');
    log.deltas('b', 'It ', 'is');
    await FakeWebSocket.last.answer('chat.subscribe', { ...seq(4), items: log.events });
    FakeWebSocket.last.breakOff();
    await jest.advanceTimersByTimeAsync(1_000);
    FakeWebSocket.last.accept();
    expect(subscriptions()).toEqual([
      { session_id: 's1', after: 'b:0' },
      { session_id: 's1', after: 'b:4' },
    ]);
    log.deltas('b', ' full');
    await FakeWebSocket.last.answer('chat.subscribe', { ...seq(0), items: log.events.slice(2) });
    expect(talk.turns()[0]?.parts).toMatchObject([{ text: 'It is full' }]);
  });

  it('reads the whole again where more has happened than is told again', async () => {
    answers = [
      aChat([aTurn({ id: 'b', status: 'running' })]),
      aChat([aTurn({ id: 'b', status: 'running', assistant_text: 'long' })], { last_event: 'b:9' }),
    ];
    await talk.open('s1');
    await FakeWebSocket.last.refuse('chat.subscribe', 'too_large', 'too far back');
    await jest.advanceTimersByTimeAsync(0);
    expect(subscriptions().at(-1)).toEqual({ session_id: 's1', after: 'b:9' });
    expect(talk.error()).toBeNull();
  });

  it('takes no event of another conversation', async () => {
    await talk.open('s1');
    await FakeWebSocket.last.answer('chat.subscribe', { ...seq(0), items: [] });
    const other = new ChatLog('s2');
    other.begin('x', 'not here');
    await FakeWebSocket.last.push('chat.event', { ...seq(70), event: other.events[0] });
    expect(told()).toEqual([]);
    expect(subscriptions()).toHaveLength(1);
  });

  it('asks what a turn has cost when it is over', async () => {
    await talk.open('s1');
    log.begin('b', 'two');
    log.finish('b');
    const cost = { amount: 0.2, currency: 'EUR' };
    const counted = aTurn({ id: 'b', usage: { output_tokens: 7 }, cost });
    answers = [aChat([counted], { agent_id: 'pc2', cost: { ...cost, amount: 0.5 } })];
    await FakeWebSocket.last.answer('chat.subscribe', { ...seq(0), items: log.events });
    await jest.advanceTimersByTimeAsync(0);
    expect(talk.turns()[0]).toMatchObject({ usage: { output_tokens: 7 }, cost });
    expect(talk.head()?.cost?.amount).toBe(0.5);
    expect(talk.head()?.agent_id).toBe('pc2');
    expect(asked.at(-1)).toEqual(['s1', { limit: 1 }]);
  });

  it('says when there is no such conversation', async () => {
    answers = [new ApiError('not_found', 'there is no conversation s1', 'req')];
    await talk.open('s1');
    expect(talk.error()?.code).toBe('not_found');
    expect(talk.head()).toBeNull();
  });

  it('lets go of the one before', async () => {
    await talk.open('s1');
    await talk.open('s2');
    expect(FakeWebSocket.last.sent.map(({ action }) => action)).toEqual([
      ...['chat.subscribe', 'unsubscribe', 'chat.subscribe'],
    ]);
  });
});
