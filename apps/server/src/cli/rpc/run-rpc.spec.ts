import { RpcError } from '@kenny/jsonrpc';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RpcFixture, RpcRun } from '../../../test/rpc-world.js';

const CONVERSATION = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const COPY = '7c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f';
const TURN = '9b2d7a52-6a39-4f0e-8f3a-1f0f6a1f8c11';

let server: RpcFixture;
let run: RpcRun;
beforeEach(async () => {
  server = await new RpcFixture().listen();
});
afterEach(async () => {
  await run.end();
  await server.close();
});

const aSession = (more: object = {}) => ({
  ...{ id: CONVERSATION, persistentId: CONVERSATION, path: `kenny://session/${CONVERSATION}` },
  ...{ workspaceRoot: null, cwd: null, name: null, parentId: null, parentPath: null },
  ...more,
});
const aCompaction = (type: string) => ({
  ...{ sessionId: CONVERSATION, type, payload: {}, timestamp: '2026-06-04T12:00:00.000Z' },
});
const anEvent = (sequence: number, type: string, payload: object = {}) => ({
  ...{ sessionId: CONVERSATION, turnId: TURN, sequence, type, payload },
  ...{ timestamp: '2026-06-04T12:00:00.000Z', place: `1:${sequence}` },
});

/** A conversation that the editor has opened: its handle. */
async function opened(): Promise<string> {
  server.on('sessions/create', () => aSession());
  server.on('kenny/attach', () => ({ session: aSession(), last: '0:0' }));
  run = new RpcRun(server.port);
  const { id } = await run.ask('sessions/create');
  return String(id);
}

const without = (events: { sequence?: unknown }[]) => events.map(({ sequence }) => sequence);

it('answers initialize without a server, and says within 2 s that there is none', async () => {
  const { port } = server;
  await server.close();
  server = await new RpcFixture().listen();
  run = new RpcRun(port);
  expect(await run.ask('initialize')).toMatchObject({ protocolVersion: 1, serverName: 'kenny' });
  const asked = run.settled(run.ask('sessions/list'));
  await expect(asked).rejects.toMatchObject({
    message: expect.stringContaining('cannot be reached') as string,
    data: { code: 'backend_unavailable', kenny: 'unavailable' },
  });
});

it('says what the server says of a token that it refuses', async () => {
  server.refusal = { status: 401, message: 'This token was revoked.' };
  run = new RpcRun(server.port);
  await expect(run.settled(run.ask('sessions/list'))).rejects.toMatchObject({
    message: 'This token was revoked.',
    data: { code: 'unauthorized' },
  });
});

it('says where a token belongs when there is none', async () => {
  run = new RpcRun(server.port, { token: '' });
  await expect(run.settled(run.ask('sessions/list'))).rejects.toMatchObject({
    message: expect.stringContaining('KENNY_TOKEN') as string,
    data: { code: 'unauthorized' },
  });
});

it('gives each conversation an id of its own, in the folder of the editor', async () => {
  const handle = await opened();
  expect(handle).not.toBe(CONVERSATION);
  const again = await run.ask('sessions/create', { workspaceRoot: tmpdir() });
  expect(again).toMatchObject({
    ...{ persistentId: CONVERSATION, cwd: realpathSync(tmpdir()) },
    workspaceRoot: realpathSync(tmpdir()),
  });
  expect(again['id']).not.toBe(handle);
  await expect(run.ask('sessions/create', { workspaceRoot: '/missing' })).rejects.toMatchObject({
    message: 'Workspace root is not an existing directory: /missing',
    data: { code: 'invalid_params' },
  });
  await expect(run.ask('sessions/transcript', { sessionId: 'gone' })).rejects.toMatchObject({
    ...{ code: -32602, message: 'Unknown session: gone', data: { code: 'unknown_session' } },
  });
});

it('has what it leaves behind tidied when it turns to another conversation', async () => {
  const left = await opened();
  const turnedTo = aSession({ id: COPY, persistentId: COPY });
  server.on('sessions/create', () => turnedTo);
  const tidied = new Promise((resolve) => {
    server.on('kenny/tidy', ({ sessionId }) => {
      resolve(sessionId);
      return { removed: true };
    });
  });
  await run.ask('sessions/create');
  expect(await tidied).toBe(CONVERSATION);
  // In order behind it: by now the answer about the first one was taken.
  await run.ask('sessions/create');
  await expect(run.ask('runtime/state', { sessionId: left })).rejects.toThrow('Unknown session');
});

it('takes null for what is absent, and refuses what is of another type', async () => {
  await opened();
  server.on('memory/why', () => ({ message: 'none yet' }));
  expect(await run.ask('memory/why', { sessionId: null })).toEqual({ message: 'none yet' });
  for (const method of ['sessions/create', 'workspace/validate', 'workspace/info']) {
    await expect(run.ask(method, { workspaceRoot: 5 })).rejects.toMatchObject({
      ...{ code: -32602, message: 'Invalid params: workspaceRoot: must be string' },
    });
  }
  expect(await run.ask('workspace/validate', { workspaceRoot: tmpdir() })).toEqual({
    root: realpathSync(tmpdir()),
  });
  await expect(run.ask('turns/start', { sessionId: 5, input: 'x' })).rejects.toMatchObject({
    ...{ message: 'Invalid params: sessionId: must be string', data: { code: 'invalid_params' } },
  });
});

it('sends the events of a turn after the answer that names it, without secrets', async () => {
  const handle = await opened();
  const order: string[] = [];
  server.on('turns/start', () => {
    server.push('turn/event', anEvent(1, 'turnQueued', { status: 'queued' }));
    return { id: TURN, sessionId: CONVERSATION, status: 'queued' };
  });
  const started = run.settled(run.ask('turns/start', { sessionId: handle, input: 'hello' }));
  const turn = await started.then((answer) => {
    order.push('answer');
    return answer;
  });
  expect(turn).toMatchObject({ id: TURN, sessionId: handle });
  await run.hears(1);
  order.push('event');
  expect(order).toEqual(['answer', 'event']);
  server.push('turn/event', anEvent(2, 'assistantDelta', { delta: 'It is sk-ant-' }));
  server.push('turn/event', anEvent(3, 'assistantDelta', { delta: 'api03-abcdefgh.' }));
  const events = await run.hears(3);
  expect(events[0]).toEqual({
    ...{ sessionId: handle, turnId: TURN, sequence: 1, type: 'turnQueued' },
    ...{ timestamp: '2026-06-04T12:00:00.000Z', payload: { status: 'queued' } },
  });
  const said = events.slice(1).map(({ payload }) => (payload as { delta: string }).delta);
  expect(said.join('')).toBe('It is [REDACTED].');
});

it('takes up each conversation after its last event when the server is back', async () => {
  const handle = await opened();
  server.push('turn/event', anEvent(1, 'turnQueued'));
  await run.hears(1);
  let attached: unknown;
  server.on('kenny/attach', ({ after }, push) => {
    attached = after;
    push('turn/event', anEvent(2, 'turnStarted'));
    return { session: aSession(), last: '1:2' };
  });
  server.cut();
  const events = await run.settled(run.hears(2));
  expect(attached).toBe('1:1');
  expect(without(events)).toEqual([1, 2]);
  expect(events[1]).toMatchObject({ sessionId: handle });
});

it('says that a conversation is gone when it was deleted meanwhile', async () => {
  const handle = await opened();
  server.on('kenny/attach', () => {
    throw new RpcError(-32602, 'Unknown session', { code: 'unknown_session' });
  });
  server.cut();
  expect(await run.settled(run.hears(1))).toMatchObject([{ sessionId: handle, reason: 'deleted' }]);
  await expect(run.ask('runtime/state', { sessionId: handle })).rejects.toThrow('Unknown session');
});

it('answers a question with the text as the server has it', async () => {
  const handle = await opened();
  const question = 'Run powershell_exec on PC1?\n{"token":"kny_' + 'a'.repeat(40) + '"}';
  server.on('ui/answerQuestion', () => ({ ok: true, applied: true, outcome: 'approved' }));
  server.push('ui/question', {
    ...{ sessionId: CONVERSATION, questionRequestId: 'apr_1', kind: 'confirm' },
    questions: [{ header: 'Confirm', question, options: [] }],
  });
  const [asked] = await run.hears(1);
  const [shown] = asked?.['questions'] as { question: string }[];
  expect(shown?.question).not.toContain('aaaa');
  await run.ask('ui/answerQuestion', {
    ...{ sessionId: handle, questionRequestId: 'apr_1' },
    answers: [{ question: shown?.question, answer: 'Approve' }],
  });
  expect(server.asked.at(-1)?.params).toMatchObject({
    ...{ sessionId: CONVERSATION, answers: [{ question, answer: 'Approve' }] },
  });
});

it('writes an export into the folder of the editor, without secrets', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kenny-rpc-')));
  try {
    await opened();
    server.on('sessions/transcript', () => ({
      session: aSession({ name: 'Printer' }),
      messages: [{ role: 'user', content: [{ type: 'text', text: `sk-${'a1'.repeat(20)}` }] }],
    }));
    const { id } = await run.settled(run.ask('sessions/create', { workspaceRoot: folder }));
    const answer = await run.ask('sessions/export', { sessionId: id, path: 'chat.md' });
    expect(answer).toEqual({ path: join(folder, 'chat.md'), format: 'markdown' });
    expect(readFileSync(join(folder, 'chat.md'), 'utf8')).toBe(
      '# Printer\n\n## User\n\n[REDACTED]\n',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('gives a fork and a clone handles of their own, in the folder of what they come from', async () => {
  const handle = await opened();
  server.on('sessions/rename', () => aSession());
  const { workspaceRoot } = await run.ask('sessions/rename', { sessionId: handle });
  const copy = aSession({ id: COPY, persistentId: COPY, parentId: CONVERSATION });
  server.on('sessions/clone', () => copy);
  server.on('sessions/fork', () => ({ session: copy, text: 'again', cancelled: false }));
  const clone = await run.ask('sessions/clone', { sessionId: handle });
  const fork = await run.ask('sessions/fork', { sessionId: handle, entryId: 'e1' });
  expect(fork).toMatchObject({ text: 'again', session: { persistentId: COPY, workspaceRoot } });
  const ids = [handle, CONVERSATION, COPY, clone['id'], (fork['session'] as { id: string }).id];
  expect(new Set(ids).size).toBe(5);
  const asked = server.asked.filter(({ method }) => /fork|attach/.test(method));
  expect(asked.map(({ params }) => params['sessionId'])).toEqual([
    ...[CONVERSATION, COPY, CONVERSATION, COPY],
  ]);
});

it('tells a compaction under its own id, and takes it back when the editor does', async () => {
  const handle = await opened();
  let taken: AbortSignal | undefined;
  server.on('sessions/compact', (_params, _push, signal) => {
    taken = signal;
    server.push('session/event', aCompaction('compactionStart'));
    return new Promise(() => undefined);
  });
  const stop = new AbortController();
  const asked = run.ask('sessions/compact', { sessionId: handle }, { signal: stop.signal });
  const [event] = await run.hears(1);
  expect(event).toMatchObject({ sessionId: handle, type: 'compactionStart' });
  const over = new Promise((resolve) => taken?.addEventListener('abort', resolve));
  stop.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  await over;
});

it('closes a conversation at the server only with its last handle', async () => {
  const first = await opened();
  const { id: second } = await run.ask('sessions/create');
  server.on('sessions/close', () => ({ closed: true }));
  await run.settled(run.ask('sessions/close', { sessionId: first }));
  expect(server.asked.map(({ method }) => method)).not.toContain('sessions/close');
  await run.settled(run.ask('sessions/close', { sessionId: second }));
  expect(server.asked.at(-1)?.method).toBe('sessions/close');
  await expect(run.ask('sessions/close', { sessionId: first })).rejects.toThrow('Unknown session');
});

it('refuses what kenny will never have, with the reason', async () => {
  run = new RpcRun(server.port);
  await expect(run.ask('auth/startOpenAILogin')).rejects.toMatchObject({
    ...{ code: -32601, data: { code: 'unsupported', capability: 'auth' } },
  });
});

describe('the end', () => {
  it('is 0 when the editor closes our input, in the middle of a frame too', async () => {
    await opened();
    run.stdin.write('Content-Length: 100\r\n\r\n{"jso');
    expect(await run.end()).toBe(0);
  });

  it('comes also while the server has just gone', async () => {
    const handle = await opened();
    server.cut();
    await expect(
      run.settled(run.ask('sessions/transcript', { sessionId: handle })),
    ).rejects.toMatchObject({ data: { code: 'backend_unavailable' } });
    expect(await run.end()).toBe(0);
  });

  it('is 0 after shutdown was answered', async () => {
    run = new RpcRun(server.port);
    expect(await run.ask('shutdown')).toEqual({ ok: true });
    expect(await run.settled(run.code)).toBe(0);
  });

  it('is 1 when frames cannot be told apart', async () => {
    run = new RpcRun(server.port);
    run.stdin.write('Content-Length: nonsense\r\n\r\n');
    expect(await run.settled(run.code)).toBe(1);
  });
});
