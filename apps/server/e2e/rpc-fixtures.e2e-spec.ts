import { readFileSync, readdirSync } from 'node:fs';
import { RPC_METHODS } from '@kenny/contract';
import { ChatWorld } from '../test/chat-world.js';
import { RpcTestClient } from '../test/rpc-client.js';
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

const cases = readdirSync(FOLDER).flatMap((file) => {
  const { errors } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { errors: Case[] };
  const method = Object.keys(RPC_METHODS).find(
    (name) => `${name.replaceAll('/', '_')}.json` === file,
  );
  return errors.map(({ params, error }) => [method ?? file, error.message, params, error] as const);
});

const newDir = tempDirs();

describe('the errors of the fixtures', () => {
  let world: ChatWorld;
  let client: RpcTestClient;
  let weak: RpcTestClient;
  /** What the ids of the fixtures stand for here. */
  let here: Readonly<Record<string, string>>;
  beforeAll(async () => {
    world = await ChatWorld.start(newDir());
    client = await RpcTestClient.open(world.server.url, world.anna);
    const watching = { operator: { id: 'anna', name: 'Anna' }, decide: false };
    weak = await RpcTestClient.open(world.server.url, await world.token(watching));
    const { id: own } = await client.ask('sessions/create', { name: 'here' });
    const busy = await client.ask('sessions/create', { workspaceRoot: 'kenny://agent/pc1' });
    await client.ask('kenny/attach', { sessionId: busy.id });
    world.brain.will(wanting(use('shell_exec', { command: 'id', reason: 'because' })));
    await client.ask('turns/start', { sessionId: busy.id, input: 'who am I there?' });
    const [question] = await client.pushes('ui/question');
    here = { [OWN]: own, [BUSY]: busy.id, [WAITING]: question?.questionRequestId ?? '' };
  });
  afterAll(() => world.server.stop());

  it.each(cases)('%s: %s', async (method, _message, params, error) => {
    const asked = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, here[String(value)] ?? value]),
    );
    const asking = params['questionRequestId'] === WAITING ? weak : client;
    const { error: told } = await asking.request(method, asked);
    expect(told).toMatchObject({ code: error.code, data: error.data });
    expect(told?.message).toContain(error.data['kenny'] === undefined ? error.message : '');
  });
});
