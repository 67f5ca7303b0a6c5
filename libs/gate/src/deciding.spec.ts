import {
  AGENT,
  ANNA,
  after,
  anApproval,
  anApprovalIn,
  at,
  BEN,
  CLIENT,
  events,
  NOON,
  OTHER_CLIENT,
  SYSTEM,
  TTL_MS,
} from '../test/world.js';
import { next, type GateEvent } from './index.js';

describe('deciding', () => {
  it('is bound to the call that was shown', () => {
    const record = anApproval();
    const other = { by: ANNA, call_sha256: 'f'.repeat(64) };
    for (const event of [
      { type: 'approve', two_key: false, ...other },
      { type: 'deny', ...other },
      { type: 'cancel', ...other },
    ] as const) {
      expect(next(record, event, at(1))).toMatchObject({ ok: false, code: 'hash_mismatch' });
    }
  });

  it('happens once: whoever comes second is told what was decided', () => {
    const denied = anApprovalIn('denied');
    expect(next(denied, events.approve(denied), at(2000))).toMatchObject({
      code: 'already_decided',
      message: 'this is already decided: it is denied',
    });
  });

  it('says expired, not decided, when nobody came in time', () => {
    const expired = anApprovalIn('expired');
    expect(next(expired, events.approve(expired), at(TTL_MS + 1))).toMatchObject({
      code: 'expired',
    });
  });

  it('ends with approve_by even before anybody has written that down', () => {
    const record = anApproval();
    expect(next(record, events.approve(record), at(TTL_MS - 1)).ok).toBe(true);
    expect(next(record, events.approve(record), at(TTL_MS))).toMatchObject({ code: 'expired' });
    expect(next(record, events.deny(record), at(TTL_MS))).toMatchObject({ code: 'expired' });
  });

  it('does not gain time by a clock that is set back', () => {
    const record = anApproval();
    const setBack = at(TTL_MS, { wall: NOON - 3_600_000 });
    expect(next(record, events.approve(record), setBack)).toMatchObject({ code: 'expired' });
    expect(next(record, { type: 'expire' }, setBack).ok).toBe(true);
  });

  it('goes by the wall clock alone after a restart, when monotonic readings mean nothing', () => {
    const record = anApproval();
    const restarted = at(1000, { boot: 'boot-2', monotonic: 9_999_999 });
    expect(next(record, events.approve(record), restarted).ok).toBe(true);
  });

  it('goes by the higher risk of then and now, for keys and for whose word counts', () => {
    const low = anApproval({ risk: 'low' });
    const now = (by = ANNA): GateEvent => ({
      ...{ type: 'approve', two_key: true, risk: 'high' },
      ...{ by, call_sha256: low.call_sha256 },
    });
    const first = next(low, now(), at(1));
    expect(first).toMatchObject({ approval: { state: 'pending', risk: 'high', required: 2 } });
    expect(next(low, now(CLIENT), at(1))).toMatchObject({ code: 'forbidden' });
    const high = anApproval();
    const lower: GateEvent = {
      ...{ type: 'approve', two_key: false, risk: 'low' },
      ...{ by: ANNA, call_sha256: high.call_sha256 },
    };
    expect(next(high, lower, at(1))).toMatchObject({ approval: { risk: 'high' } });
  });

  it('keeps who, when and why', () => {
    const denied = anApprovalIn('denied');
    expect(denied.decisions).toEqual([
      { by: ANNA, decision: 'deny', at: NOON + 1000, reason: 'not today' },
    ]);
    expect(denied.outcome).toEqual({ error: { code: 'denied', message: 'not today' } });
  });

  it.each([
    ['an operator, at any risk', 'high', ANNA, true],
    ['the requesting client at low risk', 'low', CLIENT, true],
    ['the requesting client at medium risk', 'medium', CLIENT, false],
    ['the requesting client at high risk', 'high', CLIENT, false],
    ['another client', 'low', OTHER_CLIENT, false],
    ['the PC itself', 'low', AGENT, false],
    ['the server by itself', 'low', SYSTEM, false],
  ] as const)('by %s', (_, risk, by, allowed) => {
    const record = anApproval({ risk });
    const step = next(record, events.approve(record, by), at(1));
    expect(step.ok).toBe(allowed);
    if (!step.ok) expect(step.code).toBe('forbidden');
  });

  it('of what may be read is never by the client that asked', () => {
    const record = anApproval({ kind: 'read', risk: 'low' });
    expect(next(record, events.approve(record, CLIENT), at(1))).toMatchObject({
      code: 'forbidden',
    });
    expect(next(record, events.approve(record, ANNA), at(1)).ok).toBe(true);
  });

  it.each([
    ['an operator', ANNA, true],
    ['the requester', CLIENT, true],
    ['another client', OTHER_CLIENT, false],
    ['the PC', AGENT, false],
  ] as const)('against it by %s', (_, by, allowed) => {
    const record = anApproval();
    expect(next(record, events.deny(record, by), at(1)).ok).toBe(allowed);
  });

  it.each([
    ['an operator', ANNA, true],
    ['the requester', CLIENT, true],
    ['the server', SYSTEM, true],
    ['another client', OTHER_CLIENT, false],
    ['the PC', AGENT, false],
  ] as const)('to cancel, by %s', (_, by, allowed) => {
    for (const state of ['pending', 'approved'] as const) {
      expect(next(anApprovalIn(state), events.cancel(by), at(1500)).ok).toBe(allowed);
    }
  });
});

describe('two approvals', () => {
  const twoKey = () => anApproval({ two_key: true });

  it('are asked for only where the risk is high', () => {
    expect(twoKey().required).toBe(2);
    expect(anApproval({ two_key: true, risk: 'medium' }).required).toBe(1);
  });

  it('are asked for as soon as the PC wants two, also of a call that waits', () => {
    const record = anApproval();
    const one = after(record, events.approve(record, ANNA, true));
    expect([one.state, one.required, one.run_by]).toEqual(['pending', 2, null]);
    expect(after(one, events.approve(one, BEN, true), at(1500)).state).toBe('approved');
    const medium = anApproval({ risk: 'medium' });
    expect(after(medium, events.approve(medium, ANNA, true)).state).toBe('approved');
  });

  it('stay two when the PC does not want them any more', () => {
    const record = twoKey();
    const one = after(record, events.approve(record, ANNA, false));
    expect([one.state, one.required]).toEqual(['pending', 2]);
    expect(after(one, events.approve(one, BEN, false), at(1500)).state).toBe('approved');
  });

  it('are two different operators', () => {
    const record = twoKey();
    const one = after(record, events.approve(record, ANNA));
    expect(one.state).toBe('pending');
    expect(one.run_by).toBeNull();
    expect(next(one, events.claim(), at(1500))).toMatchObject({ code: 'forbidden' });
    expect(next(one, events.approve(one, ANNA), at(1500))).toMatchObject({
      code: 'already_decided',
    });
    expect(after(one, events.approve(one, BEN), at(1500)).state).toBe('approved');
  });

  it('may be turned by the person who asked', () => {
    const record = anApproval({
      two_key: true,
      requested_by: { ...ANNA, session_id: null, turn_id: null },
      principal_key: 'operator:anna',
    });
    const one = after(record, events.approve(record, ANNA));
    expect(after(one, events.approve(one, BEN), at(1500)).state).toBe('approved');
  });

  it('are never a client’s answer', () => {
    const record = twoKey();
    expect(next(record, events.approve(record, CLIENT), at(1))).toMatchObject({
      code: 'forbidden',
    });
  });

  it('end with one denial, also by the person who approved before', () => {
    const record = twoKey();
    const one = after(record, events.approve(record, ANNA));
    expect(after(one, events.deny(one, ANNA), at(1500)).state).toBe('denied');
  });

  it('do not get more time by the first one', () => {
    const record = twoKey();
    const one = after(record, events.approve(record, ANNA), at(TTL_MS - 1));
    expect(next(one, events.approve(one, BEN), at(TTL_MS))).toMatchObject({ code: 'expired' });
  });
});
