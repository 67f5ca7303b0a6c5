import type { AuditRowView } from '@kenny/contract/web';
import { timesSince, timesWords, withoutRepeats } from './repeats';

let seq = 0;
const read = (minute: number, changes: Partial<AuditRowView> = {}): AuditRowView => ({
  ...{ id: `row-${(seq += 1)}`, seq, chain: 'chain', kind: 'call', door: 'http', target: null },
  at: new Date(Date.UTC(2026, 10, 21, 20, minute)).toISOString(),
  ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), agent_id: 'pc1', args: {}, ok: true },
  actor: { kind: 'operator', id: 'anna', name: 'Anna' },
  ...{ tool: 'disk_cleanable', code: null, duration_ms: 20, call_id: null, request_id: null },
  ...{ approval_id: null, ...changes },
});
const ben = { kind: 'operator', id: 'ben', name: 'Ben' } as const;
const counts = (...rows: AuditRowView[]) =>
  withoutRepeats(rows.toReversed()).map((one) => one.length);

describe('what somebody did again and again', () => {
  it('is one, also where somebody else did something between', () => {
    expect(counts(read(0), read(3), read(4, { actor: ben }), read(6))).toEqual([3, 1]);
    const denied = { ok: false, code: 'denied' } as const;
    expect(counts(read(0, denied), read(3, denied), read(6, denied))).toEqual([3]);
  });

  it.each<[string, AuditRowView[]]>([
    ['of another tool', [read(0), read(1, { tool: 'fs_list' })]],
    ['with other arguments', [read(0), read(1, { args: { path: '/' } })]],
    ['on another PC', [read(0), read(1, { agent_id: 'pc2' })]],
    ['with another end', [read(0), read(1, { ok: false, code: 'offline' })]],
    ['more than an hour later', [read(0), read(61)]],
    ['of an approved request', [read(0, { approval_id: 'a' }), read(1, { approval_id: 'a' })]],
    ...['screen_capture', 'fs_read', 'fs_search', 'diag_eventlog'].map(
      (tool): [string, AuditRowView[]] => [
        `a look at what is private with ${tool}`,
        [read(0, { tool }), read(1, { tool })],
      ],
    ),
    ['of no call', [read(0, { kind: 'login' }), read(1, { kind: 'login' })]],
  ])('is no other one: %s', (_what, rows) => {
    expect(counts(...rows)).toEqual([1, 1]);
  });

  it('is not where the same person did something else between', () => {
    expect(counts(read(0), read(1, { tool: 'fs_list' }), read(2))).toEqual([1, 1, 1]);
  });

  it('is counted only where it is more than one', () => {
    expect([timesWords(1), timesWords(6)]).toEqual(['', '6 times']);
  });

  it('says when it began, with the date where that was another day', () => {
    expect(timesSince([read(0)])).toBe('');
    expect(timesSince([read(6), read(3), read(2)])).toMatch(/^3 times since \d\d:02( [AP]M)?$/);
    expect(timesSince([read(2 * 24 * 60), read(2)])).toMatch(/^2 times since \D*\d+\D+\d\d:02/);
  });
});
