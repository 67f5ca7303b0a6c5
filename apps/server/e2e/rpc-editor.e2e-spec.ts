import type { RpcQuestion, RpcTurnEvent } from '@kenny/contract';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { ChatWorld } from '../test/chat-world.js';
import { childProgram } from '../test/child-program.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';

/** `kenny rpc` in a process of its own, spoken to by the client of another project. */

const newDir = tempDirs();
let program: Awaited<ReturnType<typeof childProgram>>;
let world: ChatWorld;
let child: ChildProcessByStdio<Writable, Readable, Readable>;
let editor: MessageConnection;
let complaints: string;
const heard: { method: string; params: unknown }[] = [];
let wake: () => void = () => undefined;

beforeAll(async () => {
  program = await childProgram('run-cli.ts');
});
afterAll(() => program.remove());
beforeEach(async () => {
  world = await ChatWorld.start(newDir());
  open();
});
afterEach(async () => {
  close();
  await world.server.stop();
  world.brain.mustBeDone();
});

function open(): void {
  child = spawn(process.execPath, [program.file, 'rpc'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], KENNY_URL: world.server.url, KENNY_TOKEN: world.anna },
  });
  complaints = '';
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  heard.length = 0;
  editor = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  editor.onNotification((method, params) => {
    heard.push({ method, params });
    wake();
  });
  editor.listen();
}

function close(): void {
  editor.dispose();
  child.kill('SIGKILL');
}

function ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
  return editor.sendRequest(method, params);
}

/** The first notification that fits. */
async function hears<T>(method: string, fits: (params: T) => boolean = () => true): Promise<T> {
  for (;;) {
    const found = heard.find((one) => one.method === method && fits(one.params as T));
    if (found) return found.params as T;
    await new Promise<void>((resolve) => (wake = resolve));
  }
}

function finished(turn: unknown): Promise<RpcTurnEvent> {
  return hears('turn/event', ({ turnId, type }: RpcTurnEvent) => {
    return turnId === turn && type === 'turnFinished';
  });
}

const aboutPc1 = { workspaceRoot: 'kenny://agent/pc1' };

function decide(sessionId: unknown, question: RpcQuestion, text: string) {
  return ask('ui/answerQuestion', {
    ...{ sessionId, questionRequestId: question.questionRequestId },
    answers: [{ question: question.questions[0]?.question, answer: text }],
  });
}

/** A turn whose change waits for approval. */
async function waiting(sessionId: unknown) {
  world.brain.will(wanting(use('shell_exec', { command: 'restart cups', reason: 'it hangs' })));
  const turn = await ask('turns/start', { sessionId, input: 'restart cups' });
  return { turn, question: await hears<RpcQuestion>('ui/question') };
}

it('carries a conversation from initialize to shutdown', async () => {
  expect(await ask('initialize')).toMatchObject({
    protocolVersion: 1,
    capabilities: { turns: { supported: true }, security: { toolApproval: 'required' } },
  });
  const { id: sessionId } = await ask('sessions/create', aboutPc1);
  world.brain.will(wanting(use('fs_list', { path: '/tmp' })), saying('Two files.'));
  const turn = await ask('turns/start', { sessionId, input: 'what is there?' });
  expect(turn).toMatchObject({ sessionId });
  expect((await finished(turn['id'])).payload).toMatchObject({ status: 'completed' });
  const { messages } = await ask('sessions/transcript', { sessionId });
  expect((messages as { role: string }[]).map(({ role }) => role)).toEqual([
    ...['user', 'assistant', 'toolResult', 'assistant'],
  ]);
  expect(await ask('shutdown')).toEqual({ ok: true });
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
});

it('runs a change once it was approved', async () => {
  const { id } = await ask('sessions/create', aboutPc1);
  const { turn, question } = await waiting(id);
  expect(question).toMatchObject({ sessionId: id, kind: 'confirm' });
  expect(world.ran).toEqual([]);
  world.brain.will(saying('Done.'));
  expect(await decide(id, question, 'Approve')).toEqual({
    ...{ ok: true, applied: true, outcome: 'approved' },
  });
  await finished(turn['id']);
  expect(world.ran).toHaveLength(1);
});

it.each(['Deny', 'approve', 'Approve '])('runs nothing when the answer is "%s"', async (text) => {
  const { id } = await ask('sessions/create', aboutPc1);
  const { turn, question } = await waiting(id);
  world.brain.will(saying('Then not.'));
  expect(await decide(id, question, text)).toMatchObject({ outcome: 'denied' });
  await finished(turn['id']);
  expect(world.ran).toEqual([]);
});

it('finds what waits for approval again after server and editor were restarted', async () => {
  const { id, path } = await ask('sessions/create', aboutPc1);
  const { turn } = await waiting(id);
  close();
  await world.restart();
  open();
  const { id: again } = await ask('sessions/resume', { path });
  const question = await hears<RpcQuestion>('ui/question');
  world.brain.will(saying('Done.'));
  expect(await decide(again, question, 'Approve')).toMatchObject({ applied: true });
  await finished(turn['id']);
  expect(world.ran).toHaveLength(1);
});

it('refuses in words what is unknown or wrong', async () => {
  await expect(ask('sessions/transcript', { sessionId: 'gone' })).rejects.toMatchObject({
    ...{ code: -32602, message: 'Unknown session: gone', data: { code: 'unknown_session' } },
  });
  await expect(ask('no/such')).rejects.toMatchObject({ code: -32601 });
  await expect(
    ask('sessions/create', { workspaceRoot: 'kenny://agent/nobody' }),
  ).rejects.toMatchObject({ data: { code: 'invalid_params' } });
});
