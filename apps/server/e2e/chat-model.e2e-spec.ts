import { MODEL_FAULTS, type ChatAnswer, type CreatedToken, type ModelFault } from '@kenny/contract';
import {
  eventsOf,
  FakeClock,
  MessagesApi,
  responseFixture,
  type ModelAnswer,
} from '@kenny/testing';
import { RETRIES } from '../src/chat/limits.js';
import { EventBus } from '../src/kernel/index.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const clock = new FakeClock();
let server: AServer;
let api: MessagesApi;
let anna: string;

beforeAll(async () => {
  api = await MessagesApi.start();
  api.lists([{ id: 'claude-sonnet-4-6' }]);
  const env = { ANTHROPIC_API_KEY: api.key, ANTHROPIC_BASE_URL: api.url };
  server = await AServer.start({ dataDir: newDir(), env, clock });
  const handlers = { fs_list: () => responseFixture('fs_list').result ?? {} };
  await server.connected('pc1', { meta: { os: 'linux' }, handlers });
  const body = { operator: { id: 'anna' }, name: 'test', scope: 'operator', decide: true };
  anna = (await server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
  // Pauses between attempts pass as soon as they have been told of.
  server.get(EventBus).on('chat.stepped', ({ events }) => {
    const retry = events.find(({ type }) => type === 'modelRetry');
    if (retry) clock.advance(Number(retry.payload['delaySeconds']) * 1000);
  });
});
afterAll(async () => {
  await server.stop();
  await api.stop();
});

async function ask(message: string, session_id?: string): Promise<ChatAnswer> {
  const body = { message, agent_id: 'pc1', ...(session_id ? { session_id } : {}) };
  return (await server.http<ChatAnswer>('POST', '/api/chat', body, anna)).body;
}

const start = eventsOf([{ type: 'text', text: 'so far' }]).slice(0, 3);
const overload = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
const failed = (status: number, type: string, message: string): ModelAnswer => ({
  ...{ status, error: { type, message }, headers: { 'x-should-retry': 'false' } },
});
const often = (answer: ModelAnswer) => Array.from({ length: RETRIES.attempts }, () => answer);

describe('a chat with a model that fails', () => {
  it.each<[string, ModelFault, ModelAnswer[]]>([
    ['too many requests', 'model_rate_limited', [failed(429, 'rate_limit_error', 'slow down')]],
    ['overload', 'model_overloaded', [failed(529, 'overloaded_error', 'Overloaded')]],
    [
      'overload in the middle of every answer',
      'model_overloaded',
      often({ events: [...start, overload], then: 'end' }),
    ],
    [
      'answers that break off, all of them',
      'model_broke_off',
      often({ text: 'a long answer that breaks off', breakAfter: 4, chunkSize: 5 }),
    ],
    ['a refusal', 'model_refused', [{ text: 'I', stop: 'refusal' }]],
    ['an answer that is too long', 'model_cut_off', [{ text: 'and so on', stop: 'max_tokens' }]],
    [
      'a context that overflows while it answers',
      'model_context_full',
      [{ text: 'so', stop: 'model_context_window_exceeded' }],
    ],
    [
      'a conversation that is too long',
      'model_context_full',
      [failed(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum')],
    ],
    [
      'a call that was cut off',
      'model_cut_off',
      [{ calls: [{ name: 'shell_exec', args: { command: 'x' } }], stop: 'max_tokens' }],
    ],
  ])('says so in words and goes on: %s', async (_what, code, answers) => {
    api.answers(
      ...answers,
      { calls: [{ name: 'fs_list', args: { path: '/' } }] },
      { text: 'back' },
    );
    const lost = await ask('hello');
    expect(lost).toMatchObject({
      ...{ pending: null, done: true },
      error: { code, message: expect.stringContaining(MODEL_FAULTS[code]) as unknown },
    });
    const next = await ask('again, please', lost.session_id);
    expect(next).toMatchObject({ assistant_text: 'back', done: true, error: null });
    expect(next.tool_events).toMatchObject([{ tool: 'fs_list', status: 'ok' }]);
  });

  it('recovers by itself from what passes, and says that it had to ask again', async () => {
    api.answers({ events: [...start, overload], then: 'end' }, { text: 'the whole answer' });
    const answer = await ask('hello');
    expect(answer).toMatchObject({ assistant_text: 'the whole answer', error: null });
    const path = `/api/chat/sessions/${answer.session_id}`;
    const shown = await server.http('GET', path, undefined, anna);
    expect(JSON.stringify(shown.body)).not.toContain('so far');
  });
});
