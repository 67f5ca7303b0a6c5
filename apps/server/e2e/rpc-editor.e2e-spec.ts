import type { RpcQuestion } from '@kenny/contract';
import type { RpcEditor } from '@kenny/testing';
import { ABOUT_PC1, decide, EditorWorld } from '../test/editor-world.js';
import { saying, use, wanting } from '../test/told-brain.js';

/** `kenny rpc` in a process of its own, spoken to by the client of another project. */

const world = EditorWorld.forThisFile();
let editor: RpcEditor;

beforeEach(async () => {
  editor = await world.open();
});

const ask = (method: string, params: object = {}) => editor.ask(method, params);

it('carries a conversation from initialize to shutdown', async () => {
  expect(await ask('initialize')).toMatchObject({
    protocolVersion: 1,
    capabilities: { turns: { supported: true }, security: { toolApproval: 'required' } },
  });
  const { id: sessionId } = await ask('sessions/create', ABOUT_PC1);
  world.chat.brain.will(wanting(use('fs_list', { path: '/tmp' })), saying('Two files.'));
  const turn = await ask('turns/start', { sessionId, input: 'what is there?' });
  expect(turn).toMatchObject({ sessionId });
  expect((await editor.finished(turn['id'])).payload).toMatchObject({ status: 'completed' });
  const { messages } = await ask('sessions/transcript', { sessionId });
  expect((messages as { role: string }[]).map(({ role }) => role)).toEqual([
    ...['user', 'assistant', 'toolResult', 'assistant'],
  ]);
  expect(await ask('shutdown')).toEqual({ ok: true });
  expect(await editor.exited).toEqual({ code: 0, signal: null });
  expect(editor.complaints).toBe('');
});

it('runs a change once it was approved', async () => {
  const { id } = await ask('sessions/create', ABOUT_PC1);
  const { turn, question } = await world.waiting(editor, id);
  expect(question).toMatchObject({ sessionId: id, kind: 'confirm' });
  expect(world.chat.ran).toEqual([]);
  world.chat.brain.will(saying('Done.'));
  expect(await decide(editor, question, 'Approve')).toEqual({
    ...{ ok: true, applied: true, outcome: 'approved' },
  });
  await editor.finished(turn);
  expect(world.chat.ran).toHaveLength(1);
});

it.each(['Deny', 'approve', 'Approve '])('runs nothing when the answer is "%s"', async (text) => {
  const { id } = await ask('sessions/create', ABOUT_PC1);
  const { turn, question } = await world.waiting(editor, id);
  world.chat.brain.will(saying('Then not.'));
  expect(await decide(editor, question, text)).toMatchObject({ outcome: 'denied' });
  await editor.finished(turn);
  expect(world.chat.ran).toEqual([]);
});

it('finds what waits for approval again after server and editor were restarted', async () => {
  const { id, path } = await ask('sessions/create', ABOUT_PC1);
  const { turn } = await world.waiting(editor, id);
  await editor.kill();
  await world.chat.restart();
  editor = await world.open();
  await ask('sessions/resume', { path });
  const question = await editor.hears<RpcQuestion>('ui/question');
  world.chat.brain.will(saying('Done.'));
  expect(await decide(editor, question, 'Approve')).toMatchObject({ applied: true });
  await editor.finished(turn);
  expect(world.chat.ran).toHaveLength(1);
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
