import {
  aPc,
  authWorld,
  LOCAL,
  publicKey,
  SOMEBODY,
  type AuthWorld,
} from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { Reads } from '../../database/index.js';
import { hashSecret } from '../secrets.js';
import { AgentEntity } from './agent.entity.js';

const tempDir = tempDirs();

describe('AgentKeys', () => {
  const worlds: AuthWorld[] = [];
  const start = async (allowTokenAuth: boolean, dir = tempDir()): Promise<AuthWorld> => {
    const world = await authWorld(dir, { allowTokenAuth });
    worlds.push(world);
    return world;
  };
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close();
  });

  it('goes by the exact id', async () => {
    const world = await start(false);
    const { uid } = await aPc(world, 'Anna-PC');
    expect(world.keys.keyFor('Anna-PC')).toEqual({
      agent_uid: uid,
      keys: [],
      legacy_token_sha256: null,
    });
    expect(world.keys.keyFor('anna-pc')).toBeUndefined();
  });

  it('takes a legacy token until a key is enrolled, then never again', async () => {
    const world = await start(true);
    const body = { agent_id: 'old', legacy_token: true };
    const { legacy_token = '', enrollment } = await world.agents.create(LOCAL, body);
    expect(world.keys.acceptsLegacyToken('old', legacy_token)).toBe(true);
    expect(world.keys.acceptsLegacyToken('old', `${legacy_token}x`)).toBe(false);
    expect(world.keys.acceptsLegacyToken('old', '')).toBe(false);
    expect(world.keys.acceptsLegacyToken('else', legacy_token)).toBe(false);
    await world.enrolment.enroll(SOMEBODY, 'old', enrollment.token, { public_key: publicKey(1) });
    expect(world.keys.acceptsLegacyToken('old', legacy_token)).toBe(false);
    // The socket that came in with the token must not stay.
    expect(world.heard('agent.changed').at(-1)).toMatchObject({ disconnect: true });
    await world.enrolment.rekey(LOCAL, 'old', 'revoke');
    expect(world.keys.acceptsLegacyToken('old', legacy_token)).toBe(false);
  });

  it('ends a legacy token that is revoked', async () => {
    const world = await start(true);
    const body = { agent_id: 'old', legacy_token: true };
    const { legacy_token = '' } = await world.agents.create(LOCAL, body);
    await world.enrolment.rekey(LOCAL, 'old', 'revoke');
    expect(world.keys.acceptsLegacyToken('old', legacy_token)).toBe(false);
  });

  it('takes no legacy token for a PC with a key, whatever its row says', async () => {
    const dir = tempDir();
    const before = await start(true, dir);
    const { uid, enrollment } = await aPc(before, 'old');
    await before.enrolment.enroll(SOMEBODY, 'old', enrollment.token, { public_key: publicKey(1) });
    const legacy_token_sha256 = hashSecret('kny_planted');
    await before.writer.write((tx) =>
      tx.manager.update(AgentEntity, { agent_uid: uid }, { legacy_token_sha256 }),
    );
    await worlds.pop()?.close();
    const after = await start(true, dir);
    expect(after.agents.get('old')?.legacy_token_sha256).toBe(legacy_token_sha256);
    expect(after.keys.acceptsLegacyToken('old', 'kny_planted')).toBe(false);
  });

  it('takes no legacy token where the server was started without them', async () => {
    const dir = tempDir();
    const lenient = await start(true, dir);
    const body = { agent_id: 'old', legacy_token: true };
    const { legacy_token = '' } = await lenient.agents.create(LOCAL, body);
    await worlds.pop()?.close();
    const strict = await start(false, dir);
    expect(strict.keys.acceptsLegacyToken('old', legacy_token)).toBe(false);
    expect(strict.keys.keyFor('old')?.legacy_token_sha256).toBeNull();
  });

  it('asks no database for a handshake, not even with 5,000 PCs', async () => {
    const dir = tempDir();
    const before = await start(false, dir);
    const { uid } = await aPc(before, 'pc-0');
    await before.writer.write(async (tx) => {
      const pattern = await tx.manager.findOneByOrFail(AgentEntity, { agent_uid: uid });
      const more = Array.from({ length: 4_999 }, (_, i) => `pc-${i + 1}`);
      const rows = more.map((id) => ({
        ...pattern,
        agent_uid: id,
        agent_id: id,
        agent_id_key: id,
      }));
      for (let i = 0; i < rows.length; i += 500) {
        await tx.manager.insert(AgentEntity, rows.slice(i, i + 500));
      }
    });
    await worlds.pop()?.close();
    const world = await start(false, dir);
    const writes = jest.spyOn(world.writer, 'write');
    const reads = jest.spyOn(world.get(Reads).manager, 'query');
    const agents = world.agents.list();
    expect(agents).toHaveLength(5_000);
    for (const { agent_id, agent_uid } of agents) {
      expect(world.keys.keyFor(agent_id)?.agent_uid).toBe(agent_uid);
      await world.keys.keySigned(agent_uid, 'f'.repeat(64));
    }
    expect(writes).not.toHaveBeenCalled();
    expect(reads).not.toHaveBeenCalled();
  });
});
