import { TASK_LIMITS } from '@kenny/contract';
import fc from 'fast-check';
import { nextLife, NEW_TASK, shownState, type TaskInput, type TaskLife } from './task-life.js';

const AT = { now: 1_000, retryMs: 30_000, random: 0.5 };
const CRASH = { code: 'agent_crashed', message: 'The agent ended.' };
const AUTH = { code: 'agent_auth', message: 'The agent wants a login.' };

function after(...inputs: readonly TaskInput[]): TaskLife {
  return inputs.reduce((life, input) => {
    const step = nextLife(life, input, AT);
    if (!step.ok) throw new Error(step.message);
    return step.life;
  }, NEW_TASK);
}

const START: TaskInput = { type: 'start' };
const TAKE: TaskInput = { type: 'take' };
const crash: TaskInput = { type: 'turn_failed', error: CRASH };
const end = (more = false): TaskInput => ({ type: 'turn_ended', more, error: null });

describe('a task', () => {
  it('waits for a slot, is at work, and is ready for review when its turn has ended', () => {
    expect(after(START)).toMatchObject({ base: 'QUEUED', queued_at: 1_000 });
    expect(after(START, TAKE)).toMatchObject({ base: 'IN_PROGRESS', queued_at: null, attempts: 1 });
    expect(after(START, TAKE, end())).toMatchObject({ base: 'REVIEW', attempts: 0 });
  });

  it('queues again when another prompt waits', () => {
    expect(after(START, TAKE, end(true))).toMatchObject({ base: 'QUEUED', attempts: 0 });
  });

  it('that crashed is tried three times, each time later', () => {
    const first = after(START, TAKE, crash);
    expect(first).toMatchObject({ base: 'QUEUED', not_before: 31_000, error: CRASH });
    expect(after(START, TAKE, crash, TAKE, crash)).toMatchObject({ not_before: 61_000 });
    expect(after(START, TAKE, crash, TAKE, crash, TAKE, crash)).toMatchObject({
      ...{ base: 'FAILED', error: CRASH, not_before: null },
    });
  });

  it('is never tried again once a change was sent, nor after a refusal', () => {
    expect(after(START, TAKE, { type: 'change_sent' }, crash)).toMatchObject({ base: 'FAILED' });
    expect(after(START, TAKE, { type: 'turn_failed', error: AUTH })).toMatchObject({
      base: 'FAILED',
    });
  });

  it('that was stopped stays stopped, however its turn ends, and goes on when a person says so', () => {
    const stopped = after(START, TAKE, { type: 'stop' });
    expect(stopped.base).toBe('CANCELLED');
    expect(after(START, TAKE, { type: 'stop' }, crash)).toEqual(stopped);
    expect(after(START, TAKE, { type: 'stop' }, end())).toEqual(stopped);
    expect(after(START, TAKE, { type: 'stop' }, { type: 'prompt' }).base).toBe('QUEUED');
  });

  it('is interrupted by a restart of the server while at work, and only then', () => {
    expect(after(START, TAKE, { type: 'restarted' }).base).toBe('INTERRUPTED');
    expect(after(START, { type: 'restarted' }).base).toBe('QUEUED');
  });

  it('leaves the queue for where it was', () => {
    expect(after(START, { type: 'dequeue' }).base).toBe('TODO');
    expect(after(START, TAKE, end(), START, { type: 'dequeue' }).base).toBe('CANCELLED');
  });

  it('says why a move is none', () => {
    const twice = nextLife(after(START), START, AT);
    expect(twice).toEqual({
      ...{ ok: false, message: 'This cannot be done to the task: it is queued already.' },
    });
    for (const type of ['start', 'prompt', 'stop', 'complete', 'dequeue', 'take'] as const) {
      expect(nextLife(after({ type: 'complete' }), { type }, AT).ok).toBe(false);
    }
  });

  it('shows that it waits while it works or is in review, and else what became of it', () => {
    expect(shownState('IN_PROGRESS', 1)).toBe('WAITING_FOR_INPUT');
    expect(shownState('REVIEW', 1)).toBe('WAITING_FOR_INPUT');
    expect(shownState('INTERRUPTED', 1)).toBe('INTERRUPTED');
    expect(shownState('IN_PROGRESS', 0)).toBe('IN_PROGRESS');
  });

  it('keeps its promises whatever happens to it', () => {
    const error = fc.constantFrom(CRASH, AUTH);
    const input: fc.Arbitrary<TaskInput> = fc.oneof(
      fc.constantFrom<TaskInput>(
        ...([START, TAKE, { type: 'prompt' }, { type: 'stop' }, { type: 'dequeue' }] as const),
        ...([{ type: 'complete' }, { type: 'restarted' }, { type: 'change_sent' }] as const),
      ),
      fc.record({ type: fc.constant('turn_failed' as const), error }),
      fc.record({
        type: fc.constant('turn_ended' as const),
        more: fc.boolean(),
        error: fc.constant(null),
      }),
    );
    fc.assert(
      fc.property(fc.array(input, { maxLength: 60 }), (inputs) => {
        let life = NEW_TASK;
        let now = 0;
        for (const one of inputs) {
          now += 1_000;
          const step = nextLife(life, one, { ...AT, now });
          if (!step.ok) continue;
          const before = life;
          life = step.life;
          expect(life.queued_at !== null).toBe(life.base === 'QUEUED');
          expect(life.not_before === null || life.base === 'QUEUED').toBe(true);
          expect(life.attempts).toBeLessThanOrEqual(TASK_LIMITS.attempts);
          // Only a person ever starts it again after a change, or when it is over.
          if (one.type === 'turn_failed' && before.changed && before.base === 'IN_PROGRESS') {
            expect(life.base).toBe('FAILED');
          }
          if (before.base === 'COMPLETED') expect(life.base).toBe('COMPLETED');
          if (life.base === 'IN_PROGRESS' && before.base !== 'IN_PROGRESS') {
            expect(one.type).toBe('take');
          }
        }
      }),
    );
  });
});
