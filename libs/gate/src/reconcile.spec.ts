import { APPROVAL_STATES } from '@kenny/contract';
import { anApproval, anApprovalIn, at, TTL_MS } from '../test/world.js';
import { next, reconcileAtBoot, type GateRecord, type Moment } from './index.js';

const restarted = (ms: number): Moment => at(ms, { boot: 'boot-2', monotonic: 3 });

/** The state after the start, or the state as it was. */
function stateAfter(record: GateRecord, now: Moment, catalog = 'cat-1'): string {
  const event = reconcileAtBoot(record, catalog, now);
  if (!event) return record.state;
  const step = next(record, event, now);
  if (!step.ok) throw new Error(`${event.type} was refused: ${step.message}`);
  return step.approval.state;
}

describe('a server start', () => {
  it('keeps what waits for a decision', () => {
    expect(stateAfter(anApproval(), restarted(5000))).toBe('pending');
  });

  it('expires what waited too long while the server was down', () => {
    expect(stateAfter(anApproval(), restarted(TTL_MS))).toBe('expired');
  });

  it('expires what was asked with other tools', () => {
    expect(stateAfter(anApproval(), restarted(5000), 'cat-2')).toBe('expired');
  });

  it('lapses what was approved and not sent', () => {
    expect(stateAfter(anApprovalIn('approved'), restarted(2000))).toBe('lapsed');
  });

  it('does not know what became of what was sent', () => {
    expect(stateAfter(anApprovalIn('sent'), restarted(3000))).toBe('unknown');
  });

  it('leaves alone what this very start has approved or sent', () => {
    for (const state of ['approved', 'sent'] as const) {
      expect(reconcileAtBoot(anApprovalIn(state), 'cat-1', at(3000))).toBeUndefined();
    }
  });

  it('leaves alone whatever has ended, and what is unknown', () => {
    const open = ['pending', 'approved', 'sent'];
    for (const state of APPROVAL_STATES.filter((name) => !open.includes(name))) {
      expect(reconcileAtBoot(anApprovalIn(state), 'cat-2', restarted(TTL_MS))).toBeUndefined();
    }
  });

  it('changes nothing when it is applied a second time', () => {
    for (const state of APPROVAL_STATES) {
      const now = restarted(5000);
      const record = anApprovalIn(state);
      const event = reconcileAtBoot(record, 'cat-1', now);
      const step = event && next(record, event, now);
      const reconciled = step?.ok ? step.approval : record;
      expect(reconcileAtBoot(reconciled, 'cat-1', now)).toBeUndefined();
    }
  });
});
