import { MODEL_FAULTS, type ModelFault } from '@kenny/contract';
import { eventsOf, type FailedAnswer } from '@kenny/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { BrainWorld } from '../../../test/brain-world.js';
import { MODEL_LIMITS, RETRIES } from '../limits.js';

let world: BrainWorld;
beforeEach(async () => {
  world = await BrainWorld.start();
  world.says('hello');
});
afterEach(() => world.stop());

const failed = (
  status: number,
  type: string,
  message = 'as the service says it',
  headers: Record<string, string> = {},
): FailedAnswer => ({ status, error: { type, message }, headers });
const overloaded = failed(529, 'overloaded_error', 'Overloaded');

const failure = (code: ModelFault) =>
  expect.objectContaining({
    ...{ name: 'BrainFailure', code },
    message: expect.stringContaining(MODEL_FAULTS[code]) as unknown,
  }) as unknown;
const broken = { text: 'half of an answer that is long', breakAfter: 4, chunkSize: 5 };
const start = eventsOf([{ type: 'text', text: 'so far' }]).slice(0, 3);

describe('a service that fails for a moment', () => {
  it.each([
    ['too many requests', failed(429, 'rate_limit_error')],
    ['overload', overloaded],
    ['a failure of its own', failed(500, 'api_error')],
    ['a gateway that gives up', failed(504, 'timeout_error')],
    ['a request that took too long', failed(408, 'timeout_error')],
    ['a stream that breaks off', broken],
    ['a stream that ends too early', { events: start, then: 'end' as const }],
    ['a connection that is lost before anything came', { events: [], then: 'break' as const }],
    [
      'arguments that are no JSON',
      {
        events: eventsOf([{ type: 'tool_use', id: 'toolu_1', name: 'x', input: '{"a":1}{"b":2}' }]),
        then: 'end' as const,
      },
    ],
    [
      'overload in the middle of an answer',
      {
        events: [
          ...start,
          { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
        ],
        then: 'end' as const,
      },
    ],
  ])('is asked again: %s', async (_what, answer) => {
    world.api.answers(answer, { text: 'here it is' });
    expect((await world.think()).text).toBe('here it is');
    expect(world.observations).toEqual([
      {
        type: 'modelRetry',
        payload: {
          ...{ provider: 'anthropic', model: 'claude-sonnet-4-6', attempt: 2, maxAttempts: 5 },
          delaySeconds: expect.any(Number) as unknown,
          error: expect.any(String) as unknown,
        },
      },
    ]);
    expect(world.api.requests).toHaveLength(2);
  });

  it('is asked so often and no more, each time after a longer pause', async () => {
    world.api.answers(...Array.from({ length: RETRIES.attempts }, () => overloaded));
    await expect(world.think()).rejects.toEqual(failure('model_overloaded'));
    const pauses = world.observations.map(({ payload }) => Number(payload['delaySeconds']));
    expect(pauses).toHaveLength(RETRIES.attempts - 1);
    for (const [index, seconds] of pauses.entries()) {
      expect(seconds).toBeGreaterThanOrEqual(2 ** index / 2);
      expect(seconds).toBeLessThanOrEqual(2 ** index);
    }
    expect(world.clock.pendingTimers).toBe(0);
  });

  it.each([
    ['retry-after', '20', 20],
    ['retry-after-ms', '2500', 2.5],
  ])('is given the time that it asks for by %s', async (header, value, seconds) => {
    const answer = failed(429, 'rate_limit_error', 'slow down', { [header]: value });
    world.api.answers(answer, { text: 'ok' });
    await world.think();
    expect(world.observations[0]?.payload['delaySeconds']).toBe(seconds);
  });

  it('is not waited for when it asks for too much patience', async () => {
    world.api.answers(failed(429, 'rate_limit_error', 'later', { 'retry-after': '3600' }));
    await expect(world.think()).rejects.toEqual(failure('model_rate_limited'));
    expect(world.observations).toEqual([]);
  });

  it('is not asked again when it says that this does not help', async () => {
    world.api.answers(failed(500, 'api_error', 'broken', { 'x-should-retry': 'false' }));
    await expect(world.think()).rejects.toEqual(failure('model_failed'));
  });

  it('answers the next message as if nothing had been', async () => {
    world.api.answers(...Array.from({ length: RETRIES.attempts }, () => broken), { text: 'back' });
    await expect(world.think()).rejects.toEqual(failure('model_broke_off'));
    expect((await world.nextTurn().says('and now?').think()).text).toBe('back');
  });
});

describe('a service that refuses', () => {
  it.each([
    [401, 'authentication_error', 'model_key_refused'],
    [402, 'billing_error', 'model_billing'],
    [403, 'permission_error', 'model_forbidden'],
    [404, 'not_found_error', 'model_unknown'],
    [400, 'invalid_request_error', 'model_request_refused'],
    [413, 'request_too_large', 'model_context_full'],
  ] as const)(
    'with %i is asked once, and its refusal is told in words',
    async (status, type, code) => {
      world.api.answers(failed(status, type));
      const thought = world.think();
      await expect(thought).rejects.toEqual(failure(code));
      await expect(thought).rejects.toThrow('as the service says it');
      expect(world.observations).toEqual([]);
    },
  );

  it('because the conversation is too long says so', async () => {
    const words = 'prompt is too long: 210000 tokens > 200000 maximum';
    world.api.answers(failed(400, 'invalid_request_error', words));
    await expect(world.think()).rejects.toEqual(failure('model_context_full'));
  });

  it('has its words shown as text, and not at any length', async () => {
    world.api.answers(failed(400, 'invalid_request_error', `\u202e\n${'x'.repeat(5_000)}`));
    const { message } = await world.think().then(
      () => new Error('it was answered'),
      (error: Error) => error,
    );
    expect(message).toContain('⟨U+202E⟩⟨U+000A⟩');
    expect(message.length).toBeLessThan(500);
  });

  it('never has the key repeated', async () => {
    const other = await BrainWorld.start({ apiKey: 'sk-ant-wrong-key-0123456789' });
    const error = await other
      .says('hello')
      .think()
      .catch((one: unknown) => one);
    expect(error).toEqual(failure('model_key_refused'));
    expect(JSON.stringify(error) + String(error)).not.toContain('wrong-key');
    expect(other.api.takeProblems()).toEqual(['401 invalid bearer token']);
    await other.stop();
  });
});

describe('a service that is not there', () => {
  it('is looked for again and again, and then it is said what was in the way', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const other = await BrainWorld.start({ baseUrl: `http://127.0.0.1:${port}` });
    const thought = other.says('hello').think();
    await expect(thought).rejects.toEqual(failure('model_unreachable'));
    await expect(thought).rejects.toThrow('ECONNREFUSED');
    expect(other.observations).toHaveLength(RETRIES.attempts - 1);
    await other.stop();
  });

  it('does not get the key by sending its client elsewhere', async () => {
    const heard: (string | undefined)[] = [];
    const server = createServer(({ url, headers }, response) => {
      heard.push(url === '/elsewhere' ? headers.authorization : undefined);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const other = await BrainWorld.start({ baseUrl: `http://127.0.0.1:${port}` });
    await expect(other.says('hello').think()).rejects.toEqual(failure('model_unreachable'));
    expect(heard.every((key) => key === undefined)).toBe(true);
    server.close();
    await other.stop();
  });
});

describe('a service that says nothing', () => {
  it('from the start, or any more in the middle of an answer, is asked again', async () => {
    world.api.answers(
      { events: [], then: 'hang' },
      { events: start, then: 'hang' },
      { text: 'here it is' },
    );
    const thought = world.think();
    await world.api.asked(1);
    world.clock.advance(MODEL_LIMITS.silentMs - 1);
    expect(world.observations).toEqual([]);
    world.clock.advance(1);
    await world.streaming('so far');
    world.clock.advance(MODEL_LIMITS.silentMs);
    expect((await thought).text).toBe('here it is');
    await world.api.hungUp(2);
    expect(world.observations.map(({ payload }) => payload['error'])).toEqual([
      expect.stringContaining('180 seconds'),
      expect.stringContaining('180 seconds'),
    ]);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('as often as it is asked has failed, in words', async () => {
    const silent = { events: [], then: 'hang' as const };
    world.api.answers(...Array.from({ length: RETRIES.attempts }, () => silent));
    const thought = expect(world.think()).rejects.toEqual(failure('model_silent'));
    for (let attempt = 1; attempt <= RETRIES.attempts; attempt += 1) {
      await world.api.asked(attempt);
      world.clock.advance(MODEL_LIMITS.silentMs);
    }
    await thought;
    expect(world.observations).toHaveLength(RETRIES.attempts - 1);
    expect(world.clock.pendingTimers).toBe(0);
  });
});

describe('a turn that is cancelled', () => {
  it('hangs up in the middle of an answer, at once', async () => {
    world.api.answers({ events: start, then: 'hang' });
    const thought = world.think();
    await world.api.asked(1);
    world.abort.abort();
    await expect(thought).rejects.toThrow(/abort/i);
    await world.api.hungUp(1);
    expect(world.observations).toEqual([]);
  });

  it('asks nobody any more while it waits to ask again', async () => {
    world.api.answers(failed(429, 'rate_limit_error', 'wait', { 'retry-after': '30' }));
    world.timePasses = false;
    const thought = world.think();
    await world.retries(1);
    world.abort.abort();
    await expect(thought).rejects.toThrow(/abort/i);
    expect(world.clock.pendingTimers).toBe(0);
    expect(world.api.requests).toHaveLength(1);
  });

  it('asks nobody when it was cancelled before', async () => {
    world.abort.abort();
    await expect(world.think()).rejects.toThrow(/abort/i);
    expect(world.api.requests).toEqual([]);
  });
});
