import { FakeClock, strictFake } from '@kenny/testing';
import type { AgentConnection } from './agent-connection.js';
import { AgentRegistry } from './agent-registry.js';

const clock = new FakeClock();

/** A connection that takes frames and never says anything. */
function silentConnection(name: string, agent_key = 'key'): AgentConnection {
  return strictFake<AgentConnection>(name, {
    agent_id: 'pc1',
    agent_key,
    heardAt: clock.monotonic(),
    probeUntil: undefined,
    send: () => true,
  });
}

describe('AgentRegistry', () => {
  it('lets a newcomer in when the incumbent gives no sign of life within ten seconds', () => {
    const registry = new AgentRegistry(clock);
    for (let turn = 0; turn < 4; turn += 1) registry.admit(silentConnection(`turn ${turn}`));
    const incumbent = registry.get('pc1');
    expect(registry.admit(silentConnection('newcomer'))).toMatchObject({ kind: 'held_off' });
    clock.advance(9_999);
    expect(registry.silent()).toEqual([]);
    clock.advance(1);
    expect(registry.silent()).toEqual([incumbent]);
    registry.remove(incumbent as AgentConnection);
    expect(registry.admit(silentConnection('newcomer'))).toMatchObject({ kind: 'registered' });
  });

  it('forgets after ten minutes that an id changed hands', () => {
    const registry = new AgentRegistry(clock);
    for (let turn = 0; turn < 4; turn += 1) registry.admit(silentConnection(`turn ${turn}`));
    clock.advance(10 * 60_000);
    expect(registry.admit(silentConnection('later'))).toMatchObject({ kind: 'registered' });
  });

  it('never holds off a new key for one that it replaces', () => {
    const registry = new AgentRegistry(clock);
    for (let turn = 0; turn < 4; turn += 1) registry.admit(silentConnection(`turn ${turn}`));
    const rotated = silentConnection('with the new key', 'new key');
    expect(registry.admit(rotated)).toMatchObject({ kind: 'registered' });
    expect(registry.get('pc1')).toBe(rotated);
  });

  it('takes the end of a replaced connection for nothing', () => {
    const registry = new AgentRegistry(clock);
    const [first, second] = [silentConnection('first'), silentConnection('second')];
    registry.admit(first);
    registry.admit(second);
    expect(registry.remove(first)).toBe(false);
    expect(registry.get('pc1')).toBe(second);
  });
});
