import { STATES_OF_A_PERSON, TASK_FAULTS, type WaitingTask } from '@kenny/contract';
import { iso } from '@kenny/kernel';
import type { NeedsPerson } from '../store/index.js';
import type { OpenWait } from './task-waits.js';

/** More of them say nothing new. */
export const MOST_WAITS = 100;

/** As everybody who sees the task may be told of it; null: it needs nobody. */
export function waitingTask(task: NeedsPerson, waits: readonly OpenWait[]): WaitingTask | null {
  const { id, title, agents, owner_id, error, updated_at } = task;
  const state = STATES_OF_A_PERSON.find((one) => one === task.state);
  if (!state) return null;
  return {
    ...{ id, title, state, agents, owner_id, updated_at: iso(updated_at) },
    ...{ error: error && plainError(error), waits_for: waits.slice(0, MOST_WAITS) },
  };
}

/** Without an agent's own words: they may tell what it has read. */
export function plainError({ code }: { code: string }): { code: string; message: string } {
  const words = Object.entries(TASK_FAULTS).find(([known]) => known === code)?.[1];
  return { code, message: words ?? 'The task has failed.' };
}
