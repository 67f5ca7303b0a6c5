import { GateWorld, PC } from '../../../test/gate-world.js';
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

  it.each([
    ['the same', 'systemctl stop cups', true],
    ['nearly the same', 'systemctl stop  cups', false],
  ])('was denied, and tells whether it was %s', async (_what, command, same) => {
    const first = await world.opened({ tool: 'shell_exec', ...args('systemctl stop cups') });
    const { call_sha256 } = first;
    await world.approvals.apply(first.id, { type: 'deny', by: BY, call_sha256, reason: null });
    const asked = { ...first, ...args(command) };
    expect(await similar.deniedBefore(asked)).toMatchObject({ same, approval_id: first.id });
  });

  it('ran since, and tells whether it was the same', async () => {
    const first = await world.opened({ tool: 'shell_exec', ...args('df -h') });
    const { call_sha256 } = first;
    const approve = { type: 'approve', two_key: false, by: BY, call_sha256 } as const;
    const origin = { actor: BY, door: 'http', request_id: 'req_1' } as const;
    await world.approvals.apply(first.id, approve, origin, 'tok_bob');
    const { agent_uid, agent_key } = PC;
    const { catalog } = world.approvals;
    await world.approvals.claim(first.id, 'call_1', { agent_uid, agent_key, catalog });
    world.clock.advance(1_000);
    const answer = { kind: 'result', result: { exit_code: 0 } } as const;
    await world.approvals.apply(first.id, { type: 'respond', call_id: 'call_1', answer });
    expect(await similar.ranSince(first)).toEqual({ by: 'Bob', same: true });
    const asked = { ...first, ...args('df  -h') };
    expect(await similar.ranSince(asked)).toEqual({ by: 'Bob', same: false });
  });
});
