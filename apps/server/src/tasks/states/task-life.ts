import { TASK_LIMITS, type TaskFault, type TaskState } from '@kenny/contract';
import { retryDelayMs } from './retry.js';

/** What is stored: `WAITING_FOR_INPUT` follows from it and from what is open (`shownState`). */
export type BaseState = Exclude<TaskState, 'WAITING_FOR_INPUT'>;

export interface TaskProblem {
  readonly code: string;
  readonly message: string;
}

/** All that decides what may be done with a task. Times in epoch ms. */
export interface TaskLife {
  readonly base: BaseState;
  /** Since when it waits in the queue; null: it does not. */
  readonly queued_at: number | null;
  /** After a failure it is not started before. */
  readonly not_before: number | null;
  /** Starts for the prompt in hand. */
  readonly attempts: number;
  /** A change was sent to a PC: it is never tried again by itself. */
  readonly changed: boolean;
  readonly error: TaskProblem | null;
  /** The first time that it was at work. */
  readonly started_at: number | null;
  readonly finished_at: number | null;
}

export type TaskInput =
  | { readonly type: 'start' | 'prompt' | 'take' | 'stop' | 'dequeue' | 'complete' | 'restarted' }
  /** `more`: another prompt waits. The error is of a turn that ended early. */
  | { readonly type: 'turn_ended'; readonly more: boolean; readonly error: TaskProblem | null }
  | { readonly type: 'turn_failed'; readonly error: TaskProblem }
  /** `decided`: nothing that it asked for is open any more. */
  | { readonly type: 'change_sent' | 'decided' };

export interface Moment {
  readonly now: number;
  /** The first wait before another attempt. */
  readonly retryMs: number;
  /** From 0 to 1. */
  readonly random: number;
}

export type TaskStep =
  { readonly ok: true; readonly life: TaskLife } | { readonly ok: false; readonly message: string };

export const NEW_TASK: TaskLife = {
  ...{ base: 'TODO', queued_at: null, not_before: null, attempts: 0, changed: false },
  ...{ error: null, started_at: null, finished_at: null },
};

/** Tried again by itself: nobody refused, and another attempt may well succeed. */
const RETRIED: readonly string[] = [
  'agent_start',
  'agent_crashed',
  'agent_stalled',
] satisfies TaskFault[];

const MAY_START: readonly BaseState[] = ['TODO', 'REVIEW', 'FAILED', 'CANCELLED', 'INTERRUPTED'];
const AT_WORK: readonly BaseState[] = ['QUEUED', 'IN_PROGRESS'];

/**
 * The one place that says what may become of a task. Pure: same life, input and moment, same step.
 * What comes too late, the end of a turn that was stopped meanwhile, changes nothing.
 */
export function nextLife(life: TaskLife, input: TaskInput, moment: Moment): TaskStep {
  const { base } = life;
  switch (input.type) {
    case 'start':
      if (AT_WORK.includes(base)) return no(`it is ${WORDS[base]} already`);
      return MAY_START.includes(base) ? step(queued(life, moment)) : no(OVER);
    case 'prompt':
      // It follows when the turn has ended.
      if (AT_WORK.includes(base)) return step(life);
      return MAY_START.includes(base) ? step(queued(life, moment)) : no(OVER);
    case 'take':
      return base === 'QUEUED' ? step(taken(life, moment)) : no(`it is ${WORDS[base]}, not queued`);
    case 'stop':
      if (!AT_WORK.includes(base)) return no(`it is ${WORDS[base]}: there is nothing to stop`);
      return step({ ...idle(life, 'CANCELLED'), finished_at: moment.now });
    case 'dequeue':
      if (base !== 'QUEUED') return no(`it is ${WORDS[base]}, not queued`);
      return step(idle(life, life.started_at === null ? 'TODO' : 'CANCELLED'));
    case 'complete':
      if (base === 'COMPLETED') return no(OVER);
      return step({ ...idle(life, 'COMPLETED'), error: null, finished_at: moment.now });
    case 'restarted':
      return step(base === 'IN_PROGRESS' ? { ...life, base: 'INTERRUPTED' } : life);
    case 'turn_ended':
      return step(base === 'IN_PROGRESS' ? ended(life, input, moment) : life);
    case 'turn_failed':
      return step(base === 'IN_PROGRESS' ? failed(life, input.error, moment) : life);
    case 'decided':
      // Its turn has ended, and it waited for nothing else; one at work hears of it by itself.
      return step(base === 'REVIEW' ? queued(life, moment) : life);
    case 'change_sent':
      return step(life.changed ? life : { ...life, changed: true });
  }
}

/** Whether `nextLife` would put it into the queue again. */
export function isRetried({ attempts, changed }: TaskLife, { code }: TaskProblem): boolean {
  return RETRIED.includes(code) && !changed && attempts < TASK_LIMITS.attempts;
}

/** What people see: a task that waits for one of them says so, unless somebody has stopped it. */
export function shownState(base: BaseState, open: number): TaskState {
  const waits = open > 0 && (base === 'IN_PROGRESS' || base === 'REVIEW');
  return waits ? 'WAITING_FOR_INPUT' : base;
}

function queued(life: TaskLife, { now }: Moment): TaskLife {
  return {
    ...life,
    ...{ base: 'QUEUED', queued_at: now, not_before: null, attempts: 0, error: null },
    finished_at: null,
  };
}

function taken(life: TaskLife, { now }: Moment): TaskLife {
  return {
    ...life,
    ...{ base: 'IN_PROGRESS', queued_at: null, not_before: null },
    attempts: life.attempts + 1,
    started_at: life.started_at ?? now,
  };
}

function idle(life: TaskLife, base: BaseState): TaskLife {
  return { ...life, base, queued_at: null, not_before: null };
}

function ended(
  life: TaskLife,
  { more, error }: Extract<TaskInput, { type: 'turn_ended' }>,
  moment: Moment,
): TaskLife {
  if (more) return { ...queued(life, moment), error };
  return { ...idle(life, 'REVIEW'), attempts: 0, error, finished_at: moment.now };
}

function failed(life: TaskLife, error: TaskProblem, moment: Moment): TaskLife {
  const { now, retryMs, random } = moment;
  if (!isRetried(life, error)) return { ...idle(life, 'FAILED'), error, finished_at: now };
  const not_before = now + retryDelayMs(life.attempts, retryMs, random);
  return { ...life, base: 'QUEUED', queued_at: now, not_before, error };
}

function step(life: TaskLife): TaskStep {
  return { ok: true, life };
}

function no(why: string): TaskStep {
  return { ok: false, message: `This cannot be done to the task: ${why}.` };
}

const OVER = 'it is completed; make a new one';

const WORDS: Readonly<Record<BaseState, string>> = {
  TODO: 'not started',
  QUEUED: 'queued',
  IN_PROGRESS: 'at work',
  REVIEW: 'ready for review',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'stopped',
  INTERRUPTED: 'interrupted',
};
