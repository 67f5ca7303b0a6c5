import { cutText, encodeFrame, TIMES, type ResponseFrame } from '@kenny/contract';
import { aMeta, FakeClock, strictFake } from '@kenny/testing';
import { momentOf, type GateRecord } from '@kenny/gate';
import { HOUR_MS } from '@kenny/kernel';
import type { AgentDirectory, LiveAgent } from '../auth/index.js';
import { InProcessEventBus } from '../kernel/index.js';
import type { ApprovalsReader, ApprovalsService } from '../policy/index.js';
import type { CallOutcome, Dispatch } from './index.js';
import { OutcomeOutbox } from './outcome-outbox.js';
import { SettleUnknown } from './settle-unknown.js';

const clock = new FakeClock();

type Said = Record<string, unknown> | 'offline';
type Answers = readonly Said[] | ((args: Record<string, unknown>) => Said);

interface Situation {
  sentIn?: string;
  /** What the PC announces. */
  features?: string[];
}

function settleWith(answers: Answers, { sentIn = 'this start', features }: Situation = {}) {
  const unknown: GateRecord = strictFake<GateRecord>('GateRecord', {
    ...{ id: 'apr_1', call_id: 'call_1', agent_uid: 'uid-pc1', agent_id: 'pc1' },
    ...{ tool: 'shell_exec', sent_at: clock.now(), state_since: clock.now() },
    ...{ boot: sentIn, sent_monotonic: clock.monotonic() },
  });
  const applied: unknown[] = [];
  const questions: Record<string, unknown>[] = [];
  const approvals = strictFake<ApprovalsService>('ApprovalsService', {
    moment: () => momentOf(clock, 'this start'),
    apply: (_id, event) => {
      applied.push(event);
      return Promise.resolve(unknown);
    },
  });
  const repository = strictFake<ApprovalsReader>('ApprovalsReader', {
    unknownOfAgent: () => Promise.resolve([unknown]),
    byCallId: () => Promise.resolve({ record: unknown, token_ids: [] }),
  });
  const dispatch = strictFake<Dispatch>('Dispatch', {
    call: (_ctx, { args }): Promise<CallOutcome> => {
      const question = args as Record<string, unknown>;
      questions.push(question);
      const result =
        typeof answers === 'function'
          ? answers(question)
          : (answers[Math.min(questions.length, answers.length) - 1] ?? {});
      if (result !== 'offline') return Promise.resolve({ kind: 'result', call_id: 'c', result });
      const error = { code: 'offline' as const, message: 'it hung up' };
      return Promise.resolve({ kind: 'refused', call_id: 'c', error });
    },
  });
  const live = features && strictFake<LiveAgent>('LiveAgent', { meta: aMeta({ features }) });
  const directory = strictFake<AgentDirectory>('AgentDirectory', { get: () => live });
  const events = new InProcessEventBus();
  const settle = new SettleUnknown(
    ...[approvals, repository, dispatch, directory],
    ...[new OutcomeOutbox(approvals, clock), events, clock],
  );
  /** An answer that comes when nobody waits for it any more. */
  const answerLate = async (frame: Partial<ResponseFrame>): Promise<void> => {
    events.emit('response.late', {
      ...{ agent_id: 'pc1', agent_uid: 'uid-pc1', at: clock.now() },
      frame: { type: 'response', id: 'call_1', ok: true, ...frame },
    });
    await new Promise(setImmediate);
  };
  return { settle, applied, events, questions, asked: () => questions.length, answerLate };
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

  it('asks a PC that keeps saying "running" less and less often', async () => {
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
    clock.jump(26 * HOUR_MS);
    await settle.askFor('pc1', 'uid-pc1');
    clock.jump(-26 * HOUR_MS);
    expect(asked()).toBe(1);
    expect(applied).toHaveLength(1);
  });

  it('asks once about a call of before the start that the wall clock calls too old', async () => {
    const { settle, asked } = settleWith([{ state: 'not_seen' }], { sentIn: 'an earlier start' });
    clock.jump(26 * HOUR_MS);
    for (let i = 0; i < 3; i += 1) {
      await settle.askFor('pc1', 'uid-pc1');
      await clock.advanceAsync(60_000);
    }
    clock.jump(-26 * HOUR_MS);
    expect(asked()).toBe(1);
  });

  it('takes a late answer only in the shape of its tool', async () => {
    const { applied, answerLate } = settleWith([]);
    await answerLate({ result: { stdout: ['not', 'a', 'text'] } });
    expect(applied).toEqual([]);
    const result = { stdout: 'x', stderr: '', exit_code: 0 };
    await answerLate({ result });
    expect(applied).toEqual([
      { type: 'respond', call_id: 'call_1', answer: { kind: 'result', result } },
    ]);
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

  it('lets a PC from which nothing comes alone for longer and longer', async () => {
    const { settle, asked } = settleWith(['offline']);
    const begin = clock.monotonic();
    const at: number[] = [];
    for (let second = 0; second < 12 * 3_600; second += 5) {
      const before = asked();
      await settle.askFor('pc1', 'uid-pc1');
      if (asked() > before) at.push((clock.monotonic() - begin) / 1000);
      settle.onModuleDestroy();
      clock.advance(5_000);
    }
    expect(at.slice(0, 5)).toEqual([0, 5, 15, 35, 75]);
    // Twice as long each time, and from an hour on every hour.
    expect(at).toHaveLength(11 + 10);
  });
});

describe('a large answer in the journal of a PC', () => {
  const response = { type: 'response' as const, id: 'call_1', ok: true };
  const result = { stdout: 'x'.repeat(600_000), stderr: '', exit_code: 0 };
  const stored = Buffer.from(encodeFrame({ ...response, result }));
  const journal = ({ from = 0, most }: Record<string, unknown>): Record<string, unknown> => {
    if (typeof most !== 'number') return { state: 'done', response: { ...response, result } };
    return { state: 'done', size: stored.length, text: cutText(stored, Number(from), most) };
  };

  it('is asked for in pieces, and only from a PC that says it can', async () => {
    const modern = settleWith(journal, { features: ['call_status', 'response_parts'] });
    await modern.settle.askFor('pc1', 'uid-pc1');
    expect(modern.questions.map(({ from }) => from ?? 0)).toEqual([0, 16_384, 278_528, 540_672]);
    const older = settleWith(journal, { features: ['call_status'] });
    await older.settle.askFor('pc1', 'uid-pc1');
    expect(older.questions).toEqual([{ id: 'call_1' }]);
    for (const { applied } of [modern, older]) {
      expect(applied).toMatchObject([
        { verdict: { state: 'done', answer: { kind: 'result', result } } },
      ]);
    }
  });

  it('goes on where the line broke, as soon as the PC is back', async () => {
    let line = 2;
    const said = (args: Record<string, unknown>): Said => {
      line -= 1;
      return line < 0 ? 'offline' : journal(args);
    };
    const { settle, questions, applied } = settleWith(said, {
      features: ['call_status', 'response_parts'],
    });
    await settle.askFor('pc1', 'uid-pc1');
    expect(applied).toEqual([]);
    line = 9;
    await clock.advanceAsync(5_000);
    expect(questions.map(({ from }) => from ?? 0)).toEqual([0, 16_384, 278_528, 278_528, 540_672]);
    expect(applied).toHaveLength(1);
  });

  it('is asked for at once when the PC has it and nobody waits for it here', async () => {
    const { settle, events, applied } = settleWith([{ state: 'running' }, journal({})], {
      features: ['call_status', 'response_parts'],
    });
    await settle.askFor('pc1', 'uid-pc1');
    const offered = { agent_id: 'pc1', agent_uid: 'uid-pc1', call_id: 'call_1', at: clock.now() };
    events.emit('response.offered', offered);
    await new Promise(setImmediate);
    expect(applied).toHaveLength(1);
  });
});
