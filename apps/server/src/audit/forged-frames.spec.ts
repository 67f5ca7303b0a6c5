import { FakeClock } from '@kenny/testing';
import { InProcessEventBus } from '../kernel/index.js';
import { ForgedFrames } from './forged-frames.js';
import type { AuditEntry } from './audit-entry.js';
import { AuditLog } from './audit-log.js';

class Rows extends AuditLog {
  readonly rows: AuditEntry[] = [];
  override append(): Promise<void> {
    throw new Error('they are recorded, not appended');
  }
  override record(entry: AuditEntry): void {
    this.rows.push(entry);
  }
  override recordDurably(entry: AuditEntry): Promise<void> {
    this.record(entry);
    return Promise.resolve();
  }
  override mustTake(): void {
    // It always does.
  }
}

describe('frames that agents forged', () => {
  const clock = new FakeClock();
  let [log, events, forgedFrames] = [
    new Rows(),
    new InProcessEventBus(),
    new ForgedFrames(new Rows(), clock),
  ];
  beforeEach(() => {
    [log, events] = [new Rows(), new InProcessEventBus()];
    forgedFrames = new ForgedFrames(log, clock);
    forgedFrames.listen(events);
  });

  const dropped = (agent_id: string, forged: boolean) =>
    events.emit('frame.dropped', {
      agent_id,
      agent_uid: 'u',
      reason: 'agent_id of pc9',
      forged,
      at: 1,
    });

  it('are a row when an agent speaks for another, once a minute at most', () => {
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
