import { APPROVAL_STATES, type ApprovalState } from '@kenny/contract';
import { HOUR_MS } from '@kenny/kernel';
import {
  after,
  anApproval,
  anApprovalIn,
  at,
  BEN,
  events,
  NOON,
  TARGET,
  TTL_MS,
} from '../test/world.js';
import { isTerminal, next, OUTCOME_REUSE_MS, type GateEvent, type GateRecord } from './index.js';

/** The most favourable form of each event, at a moment when it is due. */
const favourable: Record<string, (record: GateRecord) => [GateEvent, ReturnType<typeof at>]> = {
  approve: (a) => [events.approve(a, BEN), at(50_000)],
  deny: (a) => [events.deny(a), at(50_000)],
  cancel: () => [events.cancel(), at(50_000)],
  expire: () => [{ type: 'expire' }, at(TTL_MS)],
  outdate: () => [{ type: 'outdate', catalog: 'cat-2' }, at(50_000)],
  claim: () => [events.claim('call-2'), at(50_000)],
  'lapse run_by': () => [{ type: 'lapse', why: 'run_by' }, at(TTL_MS)],
  'lapse restart': () => [{ type: 'lapse', why: 'restart' }, at(50_000, { boot: 'boot-2' })],
  'lapse check': () => [
    { type: 'lapse', why: 'check_failed', error: { code: 'offline', message: 'gone' } },
    at(50_000),
  ],
  'respond ok': () => [events.done(), at(50_000)],
  'respond error': () => [events.failed(), at(50_000)],
  'lose timeout': () => [{ type: 'lose', why: 'timeout' }, at(50_000)],
  'lose disconnect': () => [{ type: 'lose', why: 'disconnect' }, at(50_000)],
  'lose restart': () => [{ type: 'lose', why: 'restart' }, at(50_000, { boot: 'boot-2' })],
  'lose not_recorded': () => [{ type: 'lose', why: 'not_recorded' }, at(50_000)],
  'lose refused': () => [{ type: 'lose', why: 'answer_refused', message: 'too deep' }, at(50_000)],
  'status not_seen': () => [status({ state: 'not_seen' }), at(50_000)],
  'status running': () => [status({ state: 'running' }), at(50_000)],
  'status interrupted': () => [status({ state: 'interrupted' }), at(50_000)],
  'status done': () => [
    status({ state: 'done', answer: { kind: 'result', result: {} } }),
    at(50_000),
  ],
  hand_over: () => [{ type: 'hand_over', principal_key: 'mcp_client:tok-1' }, at(50_000)],
  restore: () => [{ type: 'restore' }, at(50_000)],
  forget: () => [{ type: 'forget' }, at(2 * OUTCOME_REUSE_MS)],
};

/** Every step there is; whatever is not here must be refused. Written out by hand on purpose. */
const expected: Partial<Record<ApprovalState, Record<string, ApprovalState>>> = {
  pending: {
    approve: 'approved',
    deny: 'denied',
    cancel: 'cancelled',
    expire: 'expired',
    outdate: 'expired',
    restore: 'expired',
  },
  approved: {
    cancel: 'lapsed',
    claim: 'sent',
    'lapse run_by': 'lapsed',
    'lapse restart': 'lapsed',
    'lapse check': 'lapsed',
    restore: 'lapsed',
  },
  sent: {
    'respond ok': 'done',
    'respond error': 'failed',
    'lose timeout': 'unknown',
    'lose disconnect': 'unknown',
    'lose restart': 'unknown',
    'lose not_recorded': 'unknown',
    'lose refused': 'unknown',
    restore: 'unknown',
  },
  unknown: {
    'respond ok': 'done',
    'respond error': 'failed',
    'status not_seen': 'not_run',
    'status running': 'unknown',
    'status interrupted': 'unknown',
    'status done': 'done',
  },
  done: { hand_over: 'done' },
  failed: { hand_over: 'failed' },
};

const matrix = APPROVAL_STATES.flatMap((state) =>
  Object.keys(favourable).map((name) => ({
    state,
    name,
    to: expected[state]?.[name],
  })),
);

describe('every event in every state', () => {
  it.each(matrix)('$state: $name → $to', ({ state, name, to }) => {
    const record = anApprovalIn(state);
    const [event, now] = favourable[name]?.(record) ?? [];
    if (!event || !now) throw new Error(`no event ${name}`);
    const step = next(record, event, now);
    if (to === undefined) {
      expect(step).toMatchObject({ ok: false, code: expect.any(String) as string });
    } else {
      expect(step.ok && step.approval.state).toBe(to);
    }
  });

  it('tells the final states from the others', () => {
    expect(APPROVAL_STATES.filter((state) => !isTerminal(state))).toEqual([
      'pending',
      'approved',
      'sent',
      'unknown',
    ]);
  });
});

describe('sending', () => {
  const approved = () => anApprovalIn('approved');

  it('must begin within a minute, by either clock', () => {
    expect(next(approved(), events.claim(), at(60_999)).ok).toBe(true);
    for (const late of [at(61_000), at(61_000, { monotonic: 0 }), at(61_000, { wall: NOON })]) {
      expect(next(approved(), events.claim(), late)).toMatchObject({ code: 'expired' });
    }
  });

  it('is for the server start that took the approval', () => {
    const restarted = at(2000, { boot: 'boot-2' });
    expect(next(approved(), events.claim(), restarted)).toMatchObject({ code: 'expired' });
  });

  it.each([
    ['another enrolment', { agent_uid: 'uid-2' }],
    ['another key', { agent_key: 'b'.repeat(64) }],
    ['another catalog', { catalog: 'cat-2' }],
  ])('is refused for %s than the one that was approved', (_, change) => {
    const claim: GateEvent = {
      type: 'claim',
      call_id: 'call-1',
      target: { ...TARGET, ...change },
    };
    expect(next(approved(), claim, at(2000))).toMatchObject({ code: 'hash_mismatch' });
  });

  it('is refused if the stored arguments are not those that were approved', () => {
    const tampered = { ...approved(), args: { command: 'rm -rf /', timeout_s: 30 } };
    expect(next(tampered, events.claim(), at(2000))).toMatchObject({ code: 'hash_mismatch' });
  });

  it('is refused if the stored state says approved but the decisions do not', () => {
    const tampered = { ...approved(), decisions: [] };
    expect(next(tampered, events.claim(), at(2000))).toMatchObject({ code: 'forbidden' });
  });

  it('writes down id and time, and cannot happen again', () => {
    const sent = after(approved(), events.claim('call-7'), at(2000));
    expect(sent).toMatchObject({ state: 'sent', call_id: 'call-7', sent_at: NOON + 2000 });
    expect(next(sent, events.claim('call-8'), at(2001))).toMatchObject({
      code: 'already_decided',
    });
  });

  it('that failed a last check keeps the error for the requester', () => {
    const lapsed = after(approved(), {
      type: 'lapse',
      why: 'check_failed',
      error: { code: 'blocked', message: 'refused by agent safety policy: x: y' },
    });
    expect(lapsed).toMatchObject({ state: 'lapsed', outcome: { error: { code: 'blocked' } } });
  });
});

describe('the outcome', () => {
  it('counts only under the id that was sent', () => {
    for (const state of ['sent', 'unknown'] as const) {
      expect(next(anApprovalIn(state), events.done('call-9'), at(50_000))).toMatchObject({
        code: 'conflict',
      });
    }
    expect(
      next(
        anApprovalIn('unknown'),
        { type: 'call_status', call_id: 'call-9', verdict: { state: 'not_seen' } },
        at(50_000),
      ),
    ).toMatchObject({ code: 'conflict' });
  });

  it('is not made up from a journal that has forgotten the call', () => {
    const unknown = anApprovalIn('unknown');
    const ask = (ms: number) =>
      next(
        unknown,
        { type: 'call_status', call_id: 'call-1', verdict: { state: 'not_seen' } },
        at(ms),
      );
    expect(ask(11 * HOUR_MS)).toMatchObject({ approval: { state: 'not_run' } });
    expect(ask(13 * HOUR_MS)).toEqual({ ok: true, approval: unknown, changes: {} });
  });

  it.each([
    ['set forward, in the same start', at(60_000, { wall: NOON + 26 * HOUR_MS }), 'not_run'],
    ['set back, in the same start', at(60_000, { wall: NOON - 26 * HOUR_MS }), 'not_run'],
    ['set back while a journal forgot', at(25 * HOUR_MS, { wall: NOON + HOUR_MS }), 'unknown'],
    ['set back before a restart', at(60_000, { wall: NOON - HOUR_MS, boot: 'boot-2' }), 'unknown'],
    ['right, after a restart', at(60_000, { boot: 'boot-2' }), 'not_run'],
  ])('is not made up by a wall clock that was %s', (_, now, state) => {
    const verdict = { state: 'not_seen' } as const;
    const asked = { type: 'call_status', call_id: 'call-1', verdict } as const;
    expect(next(anApprovalIn('unknown'), asked, now)).toMatchObject({ approval: { state } });
  });

  it('is written down once, however often a PC repeats that it was interrupted', () => {
    const interrupted: GateEvent = {
      type: 'call_status',
      call_id: 'call-1',
      verdict: { state: 'interrupted' },
    };
    const told = after(anApprovalIn('unknown'), interrupted, at(50_000));
    expect(told.outcome?.error?.message).toContain('interrupted');
    expect(next(told, interrupted, at(60_000))).toEqual({ ok: true, approval: told, changes: {} });
  });

  it('is unknown, and says so, when no answer came', () => {
    const lost = anApprovalIn('unknown');
    expect(lost.ended_at).toBeNull();
    expect(lost.outcome?.error).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('may have run') as string,
    });
  });

  it('may still come late', () => {
    const late = after(anApprovalIn('unknown'), events.failed(), at(900_000));
    expect(late).toMatchObject({
      state: 'failed',
      ended_at: NOON + 900_000,
      outcome: { error: { code: 'exec_failed', message: 'no such unit' } },
    });
  });

  it('stays unknown while the PC still works on it, without a change to write', () => {
    const step = next(anApprovalIn('unknown'), status({ state: 'running' }), at(50_000));
    expect(step).toMatchObject({ ok: true, changes: {} });
  });

  it('says so when it was interrupted on the PC', () => {
    const record = after(anApprovalIn('unknown'), status({ state: 'interrupted' }), at(50_000));
    expect(record.state).toBe('unknown');
    expect(record.outcome?.error?.message).toContain('interrupted');
  });

  it('goes to its requester, once', () => {
    const done = anApprovalIn('done');
    const give = { type: 'hand_over', principal_key: done.principal_key } as const;
    const other = { type: 'hand_over', principal_key: 'mcp_client:tok-2' } as const;
    expect(next(done, other, at(4000))).toMatchObject({ code: 'forbidden' });
    const given = after(done, give, at(4000));
    expect(given.handed_out_at).toBe(NOON + 4000);
    expect(next(given, give, at(5000))).toMatchObject({ code: 'conflict' });
  });
});

describe('a sensitive read that a person allowed', () => {
  const read = { kind: 'read', risk: 'low', tool: 'fs_read' } as const;

  it('is kept until its requester takes it, once, and no longer', () => {
    const done = anApprovalIn('done', read);
    const give = { type: 'hand_over', principal_key: done.principal_key } as const;
    const given = after(done, give, at(4000));
    expect([done.outcome, given.outcome]).toEqual([{ result: { exit_code: 0 } }, {}]);
    expect(next(given, give, at(5000))).toMatchObject({ code: 'conflict' });
  });

  it('is forgotten when nobody came for it, and not before', () => {
    const done = anApprovalIn('done', read);
    const until = done.state_since + OUTCOME_REUSE_MS - NOON;
    expect(next(done, { type: 'forget' }, at(until - 1))).toMatchObject({ code: 'conflict' });
    expect(after(done, { type: 'forget' }, at(until)).outcome).toEqual({});
  });

  it.each(['timeout', 'disconnect', 'restart'] as const)(
    'has failed when its answer is lost by %s: there is nothing to look at on the PC',
    (why) => {
      const sent = anApprovalIn('sent', read);
      const lost = after(sent, { type: 'lose', why }, at(40_000, { boot: 'boot-2' }));
      expect(lost.state).toBe('failed');
      expect(lost.outcome?.error?.message).toContain('ask for it again');
      expect(next(lost, events.done(), at(50_000))).toMatchObject({ code: 'conflict' });
    },
  );

  it('is a change where it is not said to be one: then nothing of this holds', () => {
    const done = anApprovalIn('done');
    expect(next(done, { type: 'forget' }, at(2 * OUTCOME_REUSE_MS))).toMatchObject({ ok: false });
    expect(anApprovalIn('unknown').state).toBe('unknown');
  });
});

describe('a record', () => {
  it('counts its changes, so that a stale writer loses', () => {
    const record = anApproval();
    const step = next(record, events.approve(record), at(1));
    expect(step).toMatchObject({ ok: true, changes: { revision: 2, state: 'approved' } });
  });

  it('lists as changes exactly what differs', () => {
    const record = anApproval();
    const step = next(record, events.deny(record), at(1));
    if (!step.ok) throw new Error(step.message);
    const differing = Object.entries(step.approval)
      .filter(([key, value]) => record[key as keyof GateRecord] !== value)
      .map(([key]) => key);
    expect(Object.keys(step.changes).sort()).toEqual(differing.sort());
    expect({ ...record, ...step.changes }).toEqual(step.approval);
  });

  it('never shows a decision before its request, whatever the wall clock does', () => {
    const record = anApproval();
    const setBack = at(1000, { wall: NOON - 3_600_000 });
    const approved = after(record, events.approve(record), setBack);
    expect(approved.decisions[0]?.at).toBe(NOON);
    expect(approved.run_by).toBe(NOON + 60_000);
  });
});

function status(verdict: Extract<GateEvent, { type: 'call_status' }>['verdict']): GateEvent {
  return { type: 'call_status', call_id: 'call-1', verdict };
}
