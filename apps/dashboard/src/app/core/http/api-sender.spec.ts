import { TestBed } from '@angular/core/testing';
import { SessionEnd } from './session-end';
import { asApiError, type ApiError } from './api-error';
import { ApiSender } from './api-sender';

describe('a request', () => {
  const real = globalThis.fetch;
  let asked: [string, RequestInit][];
  let answer: () => Promise<unknown>;
  let api: ApiSender;

  const says = (status: number, body?: unknown) => () =>
    Promise.resolve({
      status,
      ok: status < 400,
      headers: new Headers(),
      json: () =>
        body === undefined ? Promise.reject(new SyntaxError('no JSON')) : Promise.resolve(body),
    });
  const refusal = (code: string) => ({ error: { code, message: 'no', request_id: 'r1' } });
  const failure = async (path = '/api/me'): Promise<ApiError> => {
    try {
      await api.get(path);
    } catch (fault) {
      return asApiError(fault);
    }
    throw new Error('it did not fail');
  };

  beforeEach(() => {
    asked = [];
    answer = says(200, {});
    Object.assign(globalThis, {
      fetch: (path: string, init: RequestInit) => {
        asked.push([path, init]);
        return answer();
      },
    });
    api = TestBed.inject(ApiSender);
  });
  afterEach(() => {
    Object.assign(globalThis, { fetch: real });
  });

  it('carries what was asked for in its query, and leaves out what was not', async () => {
    await api.get('/api/approvals', { state: 'done', tool: 'a b&c', limit: undefined, cursor: '' });
    expect(asked[0]?.[0]).toBe('/api/approvals?state=done&tool=a+b%26c');
  });

  it('carries no token: the cookie is for the same origin alone', async () => {
    await api.post('/api/login', { token: 'x' });
    expect(asked[0]?.[1]).toMatchObject({
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('arrives although the page closes, unless it is long', async () => {
    for (const reason of ['no', 'x'.repeat(5_000)]) await api.post('/api/approvals/a', { reason });
    await api.get('/api/me');
    expect(asked.map(([, init]) => init.keepalive)).toEqual([true, false, undefined]);
  });

  it('has no answer to read where there is none', async () => {
    answer = says(204);
    expect(await api.send('DELETE', '/api/tokens/t')).toBeUndefined();
  });

  it('tells that the session is over, and of no other refusal', async () => {
    const ended = TestBed.inject(SessionEnd);
    answer = says(403, refusal('forbidden'));
    expect((await failure()).code).toBe('forbidden');
    expect(ended.told()).toBe(0);
    answer = says(401, refusal('unauthenticated'));
    expect((await failure()).requestId).toBe('r1');
    expect(ended.told()).toBe(1);
  });

  it('leaves what to do next to the message where something is in the way', async () => {
    answer = says(409, refusal('conflict'));
    expect((await failure()).next).toBe('');
    const details = { hint: 'Give somebody else the right first.' };
    answer = says(409, { error: { ...refusal('conflict').error, details } });
    expect((await failure()).next).toBe(details.hint);
  });

  it.each([
    ['the network fails', () => Promise.reject(new TypeError('failed to fetch'))],
    ['a proxy answers with a page', says(502)],
    ['a success is cut off', says(200)],
    ['something else answers', says(404, { hello: 'there' })],
  ])('is unreachable when %s', async (_, given) => {
    answer = given;
    const { code, message, ran, next } = await failure();
    expect([code, message, ran, next]).toEqual([
      ...['unreachable', 'Not connected.', 'only read', 'Try again.'],
    ]);
    await expect(api.post('/api/tools/shell_exec', {})).rejects.toMatchObject({ ran: 'maybe' });
    await expect(api.ask('/api/policy/test', {})).rejects.toMatchObject({ ran: 'only read' });
  });

  it('brings a file piece by piece, and takes half of one for none', async () => {
    const body = (pieces: string[], end: 'whole' | 'broken') => ({
      getReader: () => ({
        read: () => {
          const piece = pieces.shift();
          if (piece !== undefined)
            return Promise.resolve({ done: false, value: new TextEncoder().encode(piece) });
          if (end === 'broken') return Promise.reject(new TypeError('network error'));
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    });
    const told: number[] = [];
    const read = () => api.file('/api/audit/export', (bytes) => told.push(bytes));
    answer = () => Promise.resolve({ status: 200, ok: true, body: body(['ab', 'cde'], 'whole') });
    expect((await read()).size).toBe(5);
    expect(told).toEqual([2, 5]);
    answer = () => Promise.resolve({ status: 200, ok: true, body: body(['ab'], 'broken') });
    await expect(read()).rejects.toMatchObject({ code: 'unreachable' });
    answer = says(403, refusal('forbidden'));
    await expect(read()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
