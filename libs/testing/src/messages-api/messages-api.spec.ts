import { MessagesApi } from './messages-api.js';
import { eventsOf } from './model-answers.js';
import { API_VERSION } from './request-rules.js';

let api: MessagesApi;
beforeEach(async () => {
  api = await MessagesApi.start();
});
afterEach(() => api.stop());

const HELLO = {
  model: 'm',
  max_tokens: 10,
  stream: true,
  messages: [{ role: 'user', content: 'hi' }],
};

function ask(body: unknown = HELLO, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${api.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${api.key}`,
      'anthropic-version': API_VERSION,
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

describe('the Messages API for tests', () => {
  it('answers by what it makes of a request, after what stands in the queue', async () => {
    api.thinks(({ max_tokens: most }) => ({ text: `of ${String(most)}` }));
    api.answers({ text: 'first' });
    expect(await (await ask()).text()).toContain('first');
    expect(await (await ask()).text()).toContain('of 10');
    expect(await (await ask({ ...HELLO, max_tokens: 11 })).text()).toContain('of 11');
  });

  it('answers in the order in which it was told to, whatever is asked', async () => {
    api.answers(
      { text: 'one' },
      { events: eventsOf([{ type: 'text', text: 'two' }]), then: 'end' },
    );
    expect(await (await ask()).text()).toContain('one');
    expect(await (await ask()).text()).toContain('two');
    expect(api.served.all.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'one' }],
      [{ type: 'text', text: 'two' }],
    ]);
  });

  it('answers what is asked', async () => {
    api.when({ userMessage: 'bye' }, { text: 'see you' });
    api.when({ userMessage: 'hi' }, { text: 'hello' });
    expect(await (await ask()).text()).toContain('hello');
  });

  it('refuses a key, a version and a path that are not right, and remembers that it did', async () => {
    expect((await ask(HELLO, { authorization: 'Bearer x' })).status).toBe(401);
    expect((await ask(HELLO, { 'anthropic-version': '2023-06-01' })).status).toBe(400);
    expect((await fetch(`${api.url}/v1/other`)).status).toBe(404);
    expect(api.takeProblems()).toHaveLength(3);
  });

  it('fails loudly when it was not told what to answer', async () => {
    expect(await (await ask()).text()).toContain('nobody has said what to answer');
    await expect(api.stop()).rejects.toThrow('nobody has said what to answer');
    api = await MessagesApi.start();
  });

  it('fails loudly when an answer was not asked for', async () => {
    api.answers({ text: 'one' });
    await expect(api.stop()).rejects.toThrow('1 answers were not asked for');
    api = await MessagesApi.start();
  });

  it('fails as it is told to', async () => {
    const error = { type: 'rate_limit_error', message: 'slow down' };
    api.answers({ status: 429, error, headers: { 'retry-after': '7' } });
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
    api.answers({ text: 'a long answer', breakAfter: 3 });
    await expect(ask().then((broken) => broken.text())).rejects.toThrow('terminated');
  });
});
