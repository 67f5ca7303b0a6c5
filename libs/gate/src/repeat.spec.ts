import { APPROVAL_STATES, type ActorRef, type ApprovalState } from '@kenny/contract';
import { MINUTE_MS } from '@kenny/kernel';
import {
  after,
  ANNA,
  anApproval,
  anApprovalIn,
  at,
  BEN,
  CLIENT,
  events,
  NOON,
  TTL_MS,
} from '../test/world.js';
import { repeatRule, type GateRecord, type Moment } from './index.js';

const kindOf = (record: GateRecord | undefined, now: Moment, who = 'mcp_client:tok-1') =>
  repeatRule(record, who, now).kind;
/** The given time after the approval entered its state. */
const later = (record: GateRecord, ms: number): Moment => at(record.state_since - NOON + ms);

describe('a call that the same principal repeats', () => {
  it('is new when there was none', () => {
    expect(repeatRule(undefined, 'mcp_client:tok-1', at(0))).toEqual({
      kind: 'fresh',
      previous: null,
    });
  });

  it('of somebody else is new, and does not show that there was one', () => {
    for (const state of APPROVAL_STATES) {
      expect(repeatRule(anApprovalIn(state), 'mcp_client:tok-2', at(3000))).toEqual({
        kind: 'fresh',
        previous: null,
      });
    }
  });

  const soon: Record<ApprovalState, string> = {
    pending: 'reuse',
    approved: 'reuse',
    sent: 'reuse',
    unknown: 'reuse',
    done: 'hand_over_outcome',
    failed: 'hand_over_outcome',
    denied: 'denied',
    expired: 'fresh',
    cancelled: 'fresh',
    lapsed: 'fresh',
    not_run: 'fresh',
  };
  it.each(Object.entries(soon))('right after it became %s: %s', (state, kind) => {
    const record = anApprovalIn(state as ApprovalState);
    const verdict = repeatRule(record, 'mcp_client:tok-1', later(record, 1000));
    expect(verdict.kind).toBe(kind);
    if (verdict.kind === 'fresh') expect(verdict.previous).toBe('apr_1');
    else expect(verdict.approval).toBe(record);
  });

  it.each([
    ['unknown', 15, 'reuse'],
    ['done', 15, 'hand_over_outcome'],
    ['failed', 15, 'hand_over_outcome'],
    ['denied', 10, 'denied'],
  ] as const)('%s answers for %i minutes, then asks anew', (state, minutes, kind) => {
    const record = anApprovalIn(state);
    expect(kindOf(record, later(record, minutes * MINUTE_MS - 1))).toBe(kind);
    expect(kindOf(record, later(record, minutes * MINUTE_MS))).toBe('fresh');
  });

  it('is new after a person denied their own, not after somebody else did', () => {
    const own = { requested_by: { ...ANNA, session_id: null, turn_id: null } };
    const pending = anApproval({ ...own, principal_key: 'operator:anna' });
    const again = (by: ActorRef) =>
      kindOf(after(pending, events.deny(pending, by)), at(2000), 'operator:anna');
    expect(again(ANNA)).toBe('fresh');
    expect(again(BEN)).toBe('denied');
    const ofModel = anApproval();
    const denied = after(ofModel, events.deny(ofModel, CLIENT));
    expect(kindOf(denied, at(2000))).toBe('denied');
  });

  it('is handed the outcome once', () => {
    const done = anApprovalIn('done');
    const given = after(done, { type: 'hand_over', principal_key: done.principal_key }, at(4000));
    expect(kindOf(given, at(5000))).toBe('fresh');
  });

  it('does not lean on an approval whose time is over', () => {
    expect(kindOf(anApproval(), at(TTL_MS - 1))).toBe('reuse');
    expect(kindOf(anApproval(), at(TTL_MS))).toBe('fresh');
    const approved = anApprovalIn('approved');
    expect(kindOf(approved, at(60_999))).toBe('reuse');
    expect(kindOf(approved, at(61_000))).toBe('fresh');
    expect(kindOf(approved, at(2000, { boot: 'boot-2' }))).toBe('fresh');
  });

  it('counts the unknown window from when it became unknown, not from the request', () => {
    const record = after(anApprovalIn('sent'), { type: 'lose', why: 'timeout' }, at(605_000));
    expect(kindOf(record, at(605_000 + 15 * MINUTE_MS - 1))).toBe('reuse');
  });

  it('is not run again early because the wall clock was set back', () => {
    const record = anApprovalIn('unknown');
    expect(kindOf(record, at(16 * MINUTE_MS, { wall: NOON - 60 * MINUTE_MS }))).toBe('reuse');
  });

  it('is new after a late answer that has been handed over', () => {
    const answered = after(anApprovalIn('unknown'), events.done(), at(30 * MINUTE_MS));
    expect(kindOf(answered, at(31 * MINUTE_MS))).toBe('hand_over_outcome');
  });
});
