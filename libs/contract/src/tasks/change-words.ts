import type { TaskChangeCounts } from './shapes/task-changes.js';

/** By what came of them, in the order in which a sentence tells them. */
const TOLD: readonly (readonly [keyof TaskChangeCounts, string])[] = [
  ['done', 'done'],
  ['failed', 'failed'],
  ['unknown', 'may have run'],
  ['running', 'running'],
  ['waiting', 'waiting for approval'],
  ['denied', 'denied'],
  ['not_run', 'never ran'],
];

/** None of these has touched a PC. */
const HARMLESS: ReadonlySet<keyof TaskChangeCounts> = new Set(['waiting', 'denied', 'not_run']);

/** What a task has changed on PCs so far: `2 changes requested: 1 done, 1 denied.` */
export function changeCountWords(changes: TaskChangeCounts, isOver = false): string {
  const told = TOLD.filter(([name]) => changes[name] > 0);
  const total = told.reduce((sum, [name]) => sum + changes[name], 0);
  const nothing = `It has changed nothing${isOver ? '' : ' so far'}.`;
  if (total === 0) return nothing;
  const parts = told.map(([name, words]) => `${changes[name]} ${words}`).join(', ');
  const requested = `${total} ${total === 1 ? 'change' : 'changes'} requested: ${parts}.`;
  return told.every(([name]) => HARMLESS.has(name)) ? `${nothing} ${requested}` : requested;
}
