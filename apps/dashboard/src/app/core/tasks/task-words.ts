import type { ApprovalView, TaskState, TaskView } from '@kenny/contract/web';

/** Labels of a task's states; the wire's names are for programs. */
export const TASK_STATE_WORDS: Readonly<Record<TaskState, string>> = {
  TODO: 'Not started',
  QUEUED: 'Queued',
  IN_PROGRESS: 'Running',
  WAITING_FOR_INPUT: 'Waiting for you',
  REVIEW: 'Ready for review',
  COMPLETED: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Stopped',
  INTERRUPTED: 'Interrupted',
};

/** For the look: what needs a person stands out. */
export type TaskMood = 'needs' | 'bad' | 'busy' | 'done' | 'calm';

const MOODS: Readonly<Record<TaskState, TaskMood>> = {
  TODO: 'calm',
  QUEUED: 'calm',
  IN_PROGRESS: 'busy',
  WAITING_FOR_INPUT: 'needs',
  REVIEW: 'needs',
  COMPLETED: 'done',
  FAILED: 'bad',
  CANCELLED: 'calm',
  INTERRUPTED: 'bad',
};

export const moodOf = (state: TaskState): TaskMood => MOODS[state];

export const isAtWork = (state: TaskState): boolean =>
  state === 'QUEUED' || state === 'IN_PROGRESS' || state === 'WAITING_FOR_INPUT';

/** What the Start button of that state says; null: there is nothing to start. */
export function startWords({ state, resumable }: Pick<TaskView, 'state' | 'resumable'>) {
  switch (state) {
    case 'TODO':
      return 'Start';
    case 'FAILED':
      return 'Try again';
    case 'CANCELLED':
    case 'INTERRUPTED':
      return resumable ? 'Resume' : 'Start again';
    default:
      return null;
  }
}

/**
 * The PCs of a task, in a few words.
 * @param nameOf what people call a PC
 */
export function pcWords(
  { agents }: Pick<TaskView, 'agents'>,
  nameOf: (id: string) => string,
): string {
  if (agents === null) return 'All PCs';
  const [first, ...others] = agents;
  if (first === undefined) return 'No PC';
  const name = nameOf(first);
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

/** Whether a task asked for it. */
export function isOfTask({ requested_by: { kind, id } }: ApprovalView, taskId: string): boolean {
  return kind === 'task' && id === taskId;
}

/** What a page knows of how a task ended: steps of its plan are left, its last request was denied. */
export interface TaskEnd {
  readonly unfinished: boolean;
  readonly denied: boolean;
}

type Explained = Pick<TaskView, 'state' | 'waits_for' | 'error'> &
  Partial<Pick<TaskView, 'queue_position'>>;

/** Why it waits, what is to be done, or what is wrong with it; null: the state says enough. */
export function whyWords(task: Explained, end?: TaskEnd): string | null {
  const { state, waits_for, queue_position = null, error } = task;
  if (state === 'WAITING_FOR_INPUT') {
    const kinds = new Set(waits_for.map(({ kind }) => kind));
    if (kinds.has('approval') && kinds.has('permission'))
      return 'A change is waiting for approval, and the AI agent asks for permission.';
    if (kinds.has('approval')) return 'A change is waiting for approval.';
    if (kinds.has('permission')) return 'The AI agent asks for permission.';
    return 'The AI agent has a question.';
  }
  if (state === 'QUEUED') {
    return queue_position === null
      ? 'Starts when a slot is free.'
      : `Place ${queue_position} in the queue.`;
  }
  if (state === 'REVIEW') {
    return `It has ended its work${endWords(end)}: read it, then reply or mark it as done.`;
  }
  return error?.message ?? null;
}

function endWords(end: TaskEnd | undefined): string {
  if (end?.denied) return ' after its last request was denied';
  return end?.unfinished ? ' before the end of its plan' : '';
}
