import type { RpcEditor } from '@kenny/testing';
import { ABOUT_PC1, EditorWorld } from '../test/editor-world.js';

/** An editor that asks for more at once than the server takes from one socket. */

const world = EditorWorld.forThisFile();
const AT_ONCE = 600;

/** All in one write, and the ids of what comes back, in its order. */
async function answersTo(editor: RpcEditor, bodies: readonly object[]) {
  const frames = bodies.map((body) => {
    const json = JSON.stringify(body);
    return `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
  });
  const { StreamMessageReader } = await import('vscode-jsonrpc/node');
  const reader = new StreamMessageReader(editor.child.stdout);
  return new Promise<Record<string, unknown>[]>((resolve) => {
    const answers: Record<string, unknown>[] = [];
    reader.listen((message) => {
      if (!('id' in message)) return;
      answers.push({ ...message });
      if (answers.length === bodies.length) resolve(answers);
    });
    editor.child.stdin.write(frames.join(''));
  });
}

it('has each of them answered, in order, and none refused', async () => {
  const first = await world.open();
  const { path } = await first.ask('sessions/create', { ...ABOUT_PC1, name: 'busy' });
  await first.ask('shutdown');

  const editor = await world.open({ reads: false });
  const request = (id: number, method: string, params: object) => ({
    ...{ jsonrpc: '2.0', id, method, params },
  });
  const bodies = Array.from({ length: AT_ONCE }, (_, at) =>
    request(at + 1, 'sessions/list', { workspaceRoot: 'kenny://agent/pc1' }),
  );
  const answers = await answersTo(editor, bodies);
  expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(answers.map(({ id }) => id)).toEqual(bodies.map(({ id }) => id));
  expect(answers.at(-1)?.['result']).toMatchObject({ sessions: [{ path }] });
});
