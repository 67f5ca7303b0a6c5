import { readFileSync, readdirSync } from 'node:fs';
import { RPC_METHODS } from '@kenny/contract';
import { ChatWorld } from '../test/chat-world.js';
import { RpcTestClient } from '../test/rpc-client.js';
import { tempDirs } from '../test/temp-dir.js';

const FOLDER = new URL('../../../fixtures/rpc/', import.meta.url);
const OWN = '3f0c2f6e-8a35-4b0e-9a4e-1f6f0f7f2a10';

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
  let sessionId: string;
  beforeAll(async () => {
    world = await ChatWorld.start(newDir());
    client = await RpcTestClient.open(world.server.url, world.anna);
    sessionId = (await client.ask('sessions/create', { name: 'here' })).id;
  });
  afterAll(() => world.server.stop());

  it.each(cases)('%s: %s', async (method, _message, params, error) => {
    const asked = params['sessionId'] === OWN ? { ...params, sessionId } : params;
    const { error: told } = await client.request(method, asked);
    expect(told).toMatchObject({ code: error.code, data: error.data });
    expect(told?.message).toContain(error.data['kenny'] === undefined ? error.message : '');
  });
});
