import type { GateRecord } from '@kenny/gate';
import { asking, GateWorld, PC } from '../../../test/gate-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { SimilarCalls } from './similar-calls.js';

const tempDir = tempDirs();
const BY = { kind: 'operator', id: 'bob', name: 'Bob' } as const;

describe('what became of a similar call', () => {
  let world: GateWorld;
  let similar: SimilarCalls;
  beforeEach(async () => {
    world = await GateWorld.open(tempDir());
    similar = new SimilarCalls(world.repository, world.clock);
  });
  afterEach(() => world.close());

  const args = (command: string) => ({ args: { command, timeout_s: 30 } });

  function deny({ id, call_sha256 }: GateRecord): Promise<unknown> {
    return world.approvals.apply(id, { type: 'deny', by: BY, call_sha256, reason: null });
  }

  async function run({ id, call_sha256 }: GateRecord): Promise<void> {
    const approve = { type: 'approve', two_key: false, by: BY, call_sha256 } as const;
    const origin = { actor: BY, door: 'http', request_id: 'req_1' } as const;
    await world.approvals.apply(id, approve, origin, 'tok_bob');
    const { agent_uid, agent_key } = PC;
    const { catalog } = world.approvals;
    await world.approvals.claim(id, 'call_1', { agent_uid, agent_key, catalog });
    world.clock.advance(1_000);
    const answer = { kind: 'result', result: { exit_code: 0 } } as const;
    await world.approvals.apply(id, { type: 'respond', call_id: 'call_1', answer });
  }

  it.each([
    ['the same', 'systemctl stop cups', true],
    ['nearly the same', 'systemctl stop  cups', false],
  ])('was denied, and tells whether it was %s', async (_what, command, same) => {
    const first = await world.opened({ tool: 'shell_exec', ...args('systemctl stop cups') });
    await deny(first);
    const asked = { ...first, ...args(command) };
    expect(await similar.deniedBefore(asked)).toMatchObject({ same, approval_id: first.id });
  });

  it('was denied, and of two denials tells the one of the same call', async () => {
    const first = await world.opened({ tool: 'shell_exec', ...args('systemctl stop cups') });
    await deny(first);
    world.clock.advance(300_000);
    await deny(await world.opened({ tool: 'shell_exec', ...args('systemctl stop  cups') }));
    const asked = { ...first, ...args('systemctl stop cups') };
    expect(await similar.deniedBefore(asked)).toMatchObject({ same: true, approval_id: first.id });
  });

  it('was denied, or ran since, also as a clean-up of the same places in another order', async () => {
    const targets = ['temp', 'package_cache', 'browser_cache', 'thumbnails', 'crash_dumps'];
    const clean = { tool: 'disk_clean', args: { targets } };
    const reordered = { args: { targets: targets.toReversed() } };
    const first = await world.opened(clean);
    await deny(first);
    expect(await similar.deniedBefore({ ...first, ...reordered })).toMatchObject({ same: true });
    const second = await world.opened(clean, asking());
    await run(second);
    expect(await similar.ranSince({ ...second, ...reordered })).toEqual({ by: 'Bob', same: true });
  });

  it('ran since, and tells whether it was the same', async () => {
    const first = await world.opened({ tool: 'shell_exec', ...args('df -h') });
    await run(first);
    expect(await similar.ranSince(first)).toEqual({ by: 'Bob', same: true });
    const asked = { ...first, ...args('df  -h') };
    expect(await similar.ranSince(asked)).toEqual({ by: 'Bob', same: false });
  });
});
