import { TestBed } from '@angular/core/testing';
import { anApproval } from '../../../../test/an-approval';
import { FakeWebSocket } from '../../../../test/fake-web-socket';
import { ApiClient } from '../http/api-client';
import { LiveSocket } from '../subscriptions/live-socket';
import { ApprovalsStore } from './approvals-store';

describe('approvals in the page', () => {
  FakeWebSocket.installed();
  let answers: ReturnType<typeof anApproval>[];
  let store: ApprovalsStore;
  const decide = () => store.decide('apr_1', { decision: 'approve', call_sha256: 'a'.repeat(64) });

  beforeEach(() => {
    answers = [];
    TestBed.configureTestingModule({
      providers: [
        {
          provide: ApiClient,
          useValue: {
            decide: () => Promise.resolve({ approval: answers.shift() }),
            approval: () => Promise.resolve({ approval: answers[0] }),
            approvals: () => Promise.resolve({ items: answers }),
          },
        },
      ],
    });
    store = TestBed.inject(ApprovalsStore);
  });

  it('never go back: an answer that was overtaken by a later push changes nothing', async () => {
    answers = [
      anApproval({ state: 'done', ended_at: '2026-11-21T20:01:00Z' }),
      anApproval({ state: 'approved' }),
    ];
    await decide();
    await decide();
    expect(store.approval('apr_1')?.state).toBe('done');
  });

  it('go on, and gather what people say on the way', async () => {
    const by = { kind: 'operator', id: 'ben', name: 'Ben' } as const;
    const yes = { by, decision: 'approve', at: '2026-11-21T20:00:30Z', reason: null } as const;
    answers = [anApproval(), anApproval({ decisions: [yes] }), anApproval()];
    for (let i = 0; i < 3; i += 1) await decide();
    expect(store.approval('apr_1')?.decisions).toHaveLength(1);
    answers = [anApproval({ state: 'unknown' }), anApproval({ state: 'failed' })];
    for (let i = 0; i < 2; i += 1) await decide();
    expect(store.approval('apr_1')?.state).toBe('failed');
  });

  it('stand in the order of the server, also after its clock was set back', async () => {
    const asked = (seq: number, requested_at: string) =>
      anApproval({ id: `apr_${seq}`, seq, requested_at });
    answers = [
      asked(1, '2026-11-21T20:00:00Z'),
      asked(3, '2026-11-21T19:01:00Z'),
      asked(2, '2026-11-21T19:00:00Z'),
    ];
    await store.loadPast();
    expect(store.all().map(({ seq }) => seq)).toEqual([3, 2, 1]);
  });

  it('wait with those on top that expire first, in the order they came where that is the same', async () => {
    const asked = (seq: number, approve_by: string) =>
      anApproval({ id: `apr_${seq}`, seq, approve_by });
    answers = [
      asked(3, '2026-11-21T21:00:00Z'),
      asked(1, '2026-11-21T21:00:00Z'),
      asked(2, '2026-11-21T20:10:00Z'),
    ];
    await store.loadPast();
    expect(store.waiting().map(({ seq }) => seq)).toEqual([2, 1, 3]);
  });

  it.each([
    ['the past ones', () => store.loadPast()],
    ['one', () => store.load('apr_1')],
    ['a decision', decide],
  ])('are not those of whoever has logged out before the answer: %s', async (_what, ask) => {
    answers = [anApproval()];
    const answer = ask();
    store.clear();
    await answer;
    expect(store.all()).toEqual([]);
  });

  it.each([
    ['while one waits, for the same may have run since', [anApproval()], ['apr_1', 'apr_0']],
    ['while none waits', [], []],
  ])('hold what has ended before: %s', async (_what, items, ids) => {
    answers = [
      anApproval({ id: 'apr_0', seq: 0, state: 'done', ended_at: '2026-11-21T20:01:00Z' }),
    ];
    TestBed.inject(LiveSocket).connect();
    store.start();
    FakeWebSocket.last.accept();
    await FakeWebSocket.last.answer('approval.subscribe', { run: 'a', seq: 1, items });
    await TestBed.inject(ApiClient).approvals();
    expect(store.all().map(({ id }) => id)).toEqual(ids);
  });
});
