import { aPc, authWorld, LOCAL, publicKey, type AuthWorld } from '../../../test/auth-world.js';
import { breakCommit } from '../../../test/break-commit.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { hashSecret } from '../secrets.js';
import { AgentsRepository } from './agents.repository.js';
import { ENROLMENT_MS } from './enrolment-rules.js';

const tempDir = tempDirs();

describe('AgentsRepository', () => {
  let world: AuthWorld;

  beforeEach(async () => {
    world = await authWorld(tempDir());
  });
  afterEach(() => world.close());

  it('consumes an enrolment token once, in one statement, and only within its life', async () => {
    const { uid: agent_uid, enrollment } = await aPc(world);
    const now = world.clock.now();
    const use = {
      agent_uid,
      token_sha256: hashSecret(enrollment.token),
      key_sha256: 'a'.repeat(64),
      now,
    };
    const consume = (rest: Partial<typeof use>) =>
      world.writer.write((tx) => world.get(AgentsRepository).consume(tx, { ...use, ...rest }));
    expect(await consume({ token_sha256: hashSecret('another') })).toBe(false);
    expect(await consume({ agent_uid: 'another' })).toBe(false);
    expect(await consume({ now: now + ENROLMENT_MS })).toBe(false);
    expect(await consume({ now: now + ENROLMENT_MS - 1 })).toBe(true);
    expect(await consume({})).toBe(false);
  });

  it('cannot store one key twice, whoever asks', async () => {
    const [one, two] = [await aPc(world, 'pc1'), await aPc(world, 'pc2')];
    const add = (agent_uid: string) =>
      world.writer.write((tx) =>
        world.get(AgentsRepository).addKey(tx, {
          key_sha256: 'a'.repeat(64),
          agent_uid,
          public_key: publicKey(1),
          state: 'current',
          created_at: 0,
        }),
      );
    await add(one.uid);
    await expect(add(two.uid)).rejects.toThrow(/unique constraint/i);
  });

  it('lets nothing into memory that is not committed in the end', async () => {
    // Both are in one batch: its commit fails after every job has done its work.
    const results = await Promise.allSettled([
      world.agents.create(LOCAL, { agent_id: 'pc1' }),
      world.writer.write(breakCommit),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(world.agents.list()).toEqual([]);
    expect(world.heard('agent.changed')).toEqual([]);
    expect(world.audit.rows).toEqual([]);
  });
});
