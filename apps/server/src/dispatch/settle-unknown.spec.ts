import { TIMES, type ResponseFrame } from '@kenny/contract';
import { FakeClock, strictFake } from '@kenny/testing';
import { momentOf, type GateRecord } from '@kenny/gate';
import type { AgentDirectory } from '../directory/index.js';
import { InProcessEventBus } from '../events/index.js';
import type { ApprovalsService } from '../policy/index.js';
import type { CallOutcome, Dispatch } from './index.js';
import { OutcomeOutbox } from './outcome-outbox.js';
import { SettleUnknown } from './settle-unknown.js';

const clock = new FakeClock();
const HOUR = 3_600_000;

function settleWith(answers: Record<string, unknown>[], sentIn = 'this start') {
  const unknown: GateRecord = strictFake<GateRecord>('GateRecord', {
    ...{ id: 'apr_1', call_id: 'call_1', agent_uid: 'uid-pc1', agent_id: 'pc1' },
    ...{ tool: 'shell_exec', sent_at: clock.now(), state_since: clock.now() },
    ...{ boot: sentIn, sent_monotonic: clock.monotonic() },
  });
  const applied: unknown[] = [];
  let asked = 0;
  const approvals = strictFake<ApprovalsService>('ApprovalsService', {
    moment: () => momentOf(clock, 'this start'),
    unknownOf: () => Promise.resolve([unknown]),
    byCallId: () => Promise.resolve({ record: unknown, token_ids: [] }),
    apply: (_id, event) => {
      applied.push(event);
      return Promise.resolve(unknown);
    },
  });
  const dispatch = strictFake<Dispatch>('Dispatch', {
    call: (): Promise<CallOutcome> => {
      const result = answers[Math.min(asked, answers.length - 1)] ?? {};
      asked += 1;
      return Promise.resolve({ kind: 'result', call_id: 'c', result });
    },
  });
  const directory = strictFake<AgentDirectory>('AgentDirectory', { get: () => undefined });
  const events = new InProcessEventBus();
  const settle = new SettleUnknown(
    ...[approvals, dispatch, directory, new OutcomeOutbox(approvals, clock), events, clock],
  );
  /** An answer that comes when nobody waits for it any more. */
  const answerLate = async (frame: Partial<ResponseFrame>): Promise<void> => {
    events.emit('response.late', {
      ...{ agent_id: 'pc1', agent_uid: 'uid-pc1', at: clock.now() },
      frame: { type: 'response', id: 'call_1', ok: true, ...frame },
    });
    await new Promise(setImmediate);
  };
  return { settle, applied, asked: () => asked, answerLate };
}

describe('SettleUnknown', () => {
  it('asks again while the call still runs on the PC', async () => {
    const done = { state: 'not_seen' };
    const { settle, applied, asked } = settleWith([{ state: 'running' }, done]);
    await settle.askFor('pc1', 'uid-pc1');
    expect(applied).toEqual([]);
    await clock.advanceAsync(5_000);
    expect(asked()).toBe(2);
    expect(applied).toEqual([{ type: 'call_status', call_id: 'call_1', verdict: done }]);
  });

  it('lets a PC that says "running" for ever alone for longer and longer', async () => {
    const { settle, asked } = settleWith([{ state: 'running' }]);
    await settle.askFor('pc1', 'uid-pc1');
    for (let second = 0; second < 3_600; second += 5) await clock.advanceAsync(5_000);
    // 0, 5, 15, 35, 75, 155, 315 s and then every 300 s.
    expect(asked()).toBe(7 + 10);
    settle.onModuleDestroy();
  });

  it('asks a PC that comes back again and again no more often for that', async () => {
    const { settle, asked } = settleWith([{ state: 'unheard of' }]);
    for (let i = 0; i < 10; i += 1) await settle.askFor('pc1', 'uid-pc1');
    expect(asked()).toBe(1);
    await clock.advanceAsync(5_000);
    expect(asked()).toBe(2);
  });

  it('leaves no timer behind when the server stops', async () => {
    const { settle, asked } = settleWith([{ state: 'running' }]);
    await settle.askFor('pc1', 'uid-pc1');
    settle.onModuleDestroy();
    await clock.advanceAsync(60_000);
    expect(asked()).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not ask about a call that no journal remembers any more', async () => {
    const { settle, asked } = settleWith([{ state: 'not_seen' }]);
    clock.advance(TIMES.journalMs + 1);
    await settle.askFor('pc1', 'uid-pc1');
    expect(asked()).toBe(0);
  });

  it('asks about a call that only a wrong wall clock calls too old', async () => {
    const { settle, applied, asked } = settleWith([{ state: 'not_seen' }]);
    clock.jump(26 * HOUR);
    await settle.askFor('pc1', 'uid-pc1');
    clock.jump(-26 * HOUR);
    expect(asked()).toBe(1);
    expect(applied).toHaveLength(1);
  });

  it('asks once about a call of before the start that the wall clock calls too old', async () => {
    const { settle, asked } = settleWith([{ state: 'not_seen' }], 'an earlier start');
    clock.jump(26 * HOUR);
    for (let i = 0; i < 3; i += 1) {
      await settle.askFor('pc1', 'uid-pc1');
      await clock.advanceAsync(60_000);
    }
    clock.jump(-26 * HOUR);
    expect(asked()).toBe(1);
  });

  it('takes a late answer only in the shape of its tool', async () => {
    const { applied, answerLate } = settleWith([]);
    await answerLate({ result: { stdout: ['not', 'a', 'text'] } });
    expect(applied).toEqual([]);
    const result = { stdout: 'x', stderr: '', exit_code: 0 };
    await answerLate({ result });
    expect(applied).toEqual([{ type: 'respond', call_id: 'call_1', answer: { ok: true, result } }]);
  });

  it("takes the journal's word for an answer only in the shape of its tool", async () => {
    const response = { type: 'response', id: 'call_1', ok: true, result: { exit_code: 'none' } };
    const { settle, applied } = settleWith([{ state: 'done', response }]);
    await settle.askFor('pc1', 'uid-pc1');
    expect(applied).toEqual([]);
  });

  it('does not let a PC speak with the codes of the server', async () => {
    const { applied, answerLate } = settleWith([]);
    await answerLate({ ok: false, error: { code: 'unauthenticated', message: 'log in again' } });
    expect(applied).toMatchObject([
      { answer: { error: { code: 'exec_failed', message: 'unauthenticated: log in again' } } },
    ]);
  });

  it('asks once about a call of which the PC will never know more', async () => {
    const { settle, asked } = settleWith([{ state: 'interrupted' }]);
    await settle.askFor('pc1', 'uid-pc1');
    await settle.askFor('pc1', 'uid-pc1');
    expect(asked()).toBe(1);
  });
});
