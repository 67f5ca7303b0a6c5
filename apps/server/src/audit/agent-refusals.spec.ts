import { FakeClock } from '@kenny/testing';
import { InProcessEventBus } from '../events/index.js';
import { AgentRefusals } from './agent-refusals.js';
import type { AuditEntry } from './audit-entry.js';
import { AuditLog } from './audit-log.js';

class Rows extends AuditLog {
  readonly rows: AuditEntry[] = [];
  override append(): Promise<void> {
    throw new Error('refusals are recorded, not appended');
  }
  override record(entry: AuditEntry): void {
    this.rows.push(entry);
  }
}

describe('what agents refuse or try', () => {
  const clock = new FakeClock();
  let [log, events, refusals] = [
    new Rows(),
    new InProcessEventBus(),
    new AgentRefusals(new Rows(), clock),
  ];
  beforeEach(() => {
    [log, events] = [new Rows(), new InProcessEventBus()];
    refusals = new AgentRefusals(log, clock);
    refusals.listen(events);
  });

  const dropped = (agent_id: string, forged: boolean) =>
    events.emit('frame.dropped', {
      agent_id,
      agent_uid: 'u',
      reason: 'agent_id of pc9',
      forged,
      at: 1,
    });

  it('is a row when the agent’s guard says no', () => {
    const message = 'refused by agent safety policy: disk-format: formats a disk';
    refusals.note({ agent_id: 'pc1', tool: 'shell_exec', call_id: 'c1', message });
    expect(log.rows).toMatchObject([
      {
        kind: 'call',
        actor: { kind: 'agent', id: 'pc1' },
        ok: false,
        code: 'blocked',
        call_id: 'c1',
        target: message,
      },
    ]);
  });

  it('is a row when an agent speaks for another, once a minute at most', () => {
    dropped('pc1', false);
    expect(log.rows).toEqual([]);
    for (let i = 0; i < 50; i += 1) dropped('pc1', true);
    dropped('pc2', true);
    expect(log.rows.map(({ agent_id }) => agent_id)).toEqual(['pc1', 'pc2']);
    clock.advance(60_000);
    dropped('pc1', true);
    expect(log.rows).toHaveLength(3);
  });
});
