import type { RpcEditor } from '@kenny/testing';
import { RpcConnection } from '../src/doors/stdio/rpc-connection.js';
import { ABOUT_PC1, EditorWorld } from '../test/editor-world.js';
import { RpcTestClient } from '../test/rpc-client.js';

/** Editors that ask for more at once than the server takes from one socket, or read nothing. */

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

const MIB = 1024 * 1024;
const ONE_MIB = 'x'.repeat(MIB);
/** Beside the 8 MiB that the server keeps for a socket, the system keeps some on both ends of it. */
const KEPT_BYTES = 20 * MIB;

/** When the server has first been told by a socket that it does not keep up. */
function leftBehind(): Promise<void> {
  const notify = RpcConnection.prototype.notify;
  return new Promise((resolve) => {
    jest.spyOn(RpcConnection.prototype, 'notify').mockImplementation(function (
      this: RpcConnection,
      ...args
    ) {
      const room = notify.apply(this, args);
      if (!room) resolve();
      return room;
    });
  });
}

afterEach(() => jest.restoreAllMocks());

it('keeps no more for a client of the server that reads nothing than it allows', async () => {
  const { chat } = world;
  const watching = await RpcTestClient.open(chat.server.url, chat.anna);
  const deaf = await RpcTestClient.open(chat.server.url, chat.anna);
  const { id: sessionId } = await watching.ask('sessions/create', ABOUT_PC1);
  const { last } = await watching.ask('kenny/attach', { sessionId });
  const thinking = chat.brain.nextRound();
  const { id: turn } = await watching.ask('turns/start', { sessionId, input: 'tell me' });
  const round = await thinking;

  // Two kinds in turn: pieces of one kind would become a single event.
  const kinds = ['assistant', 'reasoning'] as const;
  const deltas = () => watching.events(turn).filter(({ type }) => /Delta$/.test(type)).length;
  async function say(batches: number): Promise<void> {
    for (const upTo = deltas() + 2 * batches; deltas() < upTo;) {
      const before = deltas();
      for (const kind of kinds) round.voice.delta({ kind, text: ONE_MIB });
      await watching.until(() => deltas() >= before + 2);
    }
  }
  await say(12);
  const behind = leftBehind();
  const attached = deaf.ask('kenny/attach', { sessionId, after: last });
  deaf.socket.pause();
  await say(12);
  round.say('That was all.');
  await watching.finished(turn);

  // A server that reads its store slowly would tell a client all of it that reads again before then.
  await behind;
  deaf.socket.resume();
  await attached;
  const [resync] = await deaf.pushes('session/updated');
  expect(resync).toMatchObject({ reason: 'resync', turnId: turn });
  expect(JSON.stringify(deaf.events(turn)).length).toBeLessThan(KEPT_BYTES);
  await Promise.all([watching.close(), deaf.close()]);
});
