import { readFileSync, readdirSync } from 'node:fs';
import { RPC_METHODS, RPC_UNSUPPORTED, type RpcMethodFacts } from '@kenny/contract';
import type { RpcError } from '@kenny/jsonrpc';
import { ChatWorld } from '../test/chat-world.js';
import { RpcTestClient } from '../test/rpc-client.js';
import { RpcRun } from '../test/rpc-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { use, wanting } from '../test/told-brain.js';

const FOLDER = new URL('../../../fixtures/rpc/', import.meta.url);
const OWN = '3f0c2f6e-8a35-4b0e-9a4e-1f6f0f7f2a10';
/** A conversation whose turn waits for approval of a change, and the question about it. */
const BUSY = '7c1d2e3f-4a5b-4c6d-8e7f-901a2b3c4d5e';
const WAITING = '9e8d7c6b-5a49-4837-a625-14f3e2d1c0ba';

interface Case {
  readonly params: Record<string, unknown>;
  readonly error: { code: number; message: string; data: Record<string, unknown> };
}

const METHODS = new Map<string, RpcMethodFacts>(Object.entries(RPC_METHODS));
const NAMES = [...METHODS.keys(), ...Object.keys(RPC_UNSUPPORTED)];

const cases = readdirSync(FOLDER).flatMap((file) => {
  const { errors } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { errors: Case[] };
  const method = NAMES.find((name) => `${name.replaceAll('/', '_')}.json` === file);
  return errors.map(({ params, error }) => [method ?? file, error.message, params, error] as const);
});
const atServer = cases.filter(([method]) => METHODS.get(method)?.at === 'server');
/** Without a PC's address a workspace is a folder of the editor's, and no error. */
const toEditors = cases.filter(
  ([method, , params]) =>
    METHODS.get(method)?.group !== 'internal' &&
    (METHODS.get(method)?.group !== 'workspace' || 'workspaceRoot' in params),
);

const newDir = tempDirs();

describe('the errors of the fixtures', () => {
  let world: ChatWorld;
  let client: RpcTestClient;
  let weak: RpcTestClient;
  /** What the ids of the fixtures stand for here. */
  let here: Readonly<Record<string, string>>;
  /** `kenny rpc` of the same two. */
  let editor: RpcRun;
  let watcher: RpcRun;
  let atEditor: Readonly<Record<string, unknown>>;
  let watched: unknown;
  beforeAll(async () => {
    world = await ChatWorld.start(newDir());
    client = await RpcTestClient.open(world.server.url, world.anna);
    const watching = { operator: { id: 'anna', name: 'Anna' }, decide: false };
    const weakToken = await world.token(watching);
    weak = await RpcTestClient.open(world.server.url, weakToken);
    const { id: own } = await client.ask('sessions/create', { name: 'here' });
    const busy = await client.ask('sessions/create', { workspaceRoot: 'kenny://agent/pc1' });
    await client.ask('kenny/attach', { sessionId: busy.id });
    world.brain.will(wanting(use('shell_exec', { command: 'id', reason: 'because' })));
    await client.ask('turns/start', { sessionId: busy.id, input: 'who am I there?' });
    const [question] = await client.pushes('ui/question');
    const waiting = { [WAITING]: question?.questionRequestId ?? '' };
    here = { [OWN]: own, [BUSY]: busy.id, ...waiting };
    const port = Number(new URL(world.server.url).port);
    editor = new RpcRun(port, { token: world.anna, cwd: newDir() });
    watcher = new RpcRun(port, { token: weakToken });
    const handleOf = async (run: RpcRun, path: string) =>
      (await run.ask('sessions/resume', { path }))['id'];
    atEditor = {
      ...{
        [OWN]: await handleOf(editor, own),
        [BUSY]: await handleOf(editor, busy.id),
        ...waiting,
      },
    };
    watched = await handleOf(watcher, busy.id);
  });
  afterAll(async () => {
    for (const one of [editor, watcher]) await one.end();
    await world.server.stop();
  });

  it.each(atServer)('%s: %s', async (method, _message, params, error) => {
    const asked = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, here[String(value)] ?? value]),
    );
    const asking = params['questionRequestId'] === WAITING ? weak : client;
    const { error: told } = await asking.request(method, asked);
    expect(told).toMatchObject({ code: error.code, data: error.data });
    expect(told?.message).toContain(error.data['kenny'] === undefined ? error.message : '');
  });

  it.each(toEditors)('%s through kenny rpc: %s', async (method, message, params, error) => {
    const watches = params['questionRequestId'] === WAITING;
    const ids = watches ? { ...atEditor, [BUSY]: watched } : atEditor;
    const asked = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, ids[String(value)] ?? value]),
    );
    const told = await (watches ? watcher : editor)
      .ask(method, asked)
      .catch((thrown: RpcError) => thrown);
    expect(told).toMatchObject({ code: error.code, data: error.data });
    // It looks for the conversation first, and the server for all that is missing.
    const [words = ''] = message.split("'");
    expect((told as RpcError).message).toContain(error.data['kenny'] === undefined ? words : '');
  });
});
