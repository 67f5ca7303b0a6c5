import { KennyError, type Principal } from '../../kernel/index.js';
import type { TaskEntity } from '../store/index.js';
import { noSuchTask } from '../work/index.js';

type Of = Pick<TaskEntity, 'id' | 'agents' | 'owner_id' | 'tainted_by'>;

/** Whoever reaches all of its PCs sees a task. */
export function sees({ agents, kind }: Principal, task: Pick<TaskEntity, 'agents'>): boolean {
  if (kind !== 'operator') return false;
  if (agents === null) return true;
  return task.agents !== null && task.agents.every((id) => agents.includes(id));
}

/** What was read on PCs with the class for it is for those who have it, and for its owner. */
export function hears({ classes, id }: Principal, { tainted_by, owner_id }: Of): boolean {
  return classes.includes('sensitive') || tainted_by.length === 0 || owner_id === id;
}

/** @throws KennyError `not_found`, the same whether it is not there or may not be seen */
export function mustSee<T extends Of>(principal: Principal, id: string, task: T | undefined): T {
  if (!task || !sees(principal, task)) throw noSuchTask(id);
  return task;
}

/** Its owner, and admins. @throws KennyError `forbidden` */
export function mustSteer(principal: Principal, { owner_id }: Pick<TaskEntity, 'owner_id'>): void {
  mustOperate(principal);
  if (principal.scope === 'admin' || owner_id === principal.id) return;
  throw new KennyError(
    'forbidden',
    'This task is somebody else’s: its owner or an admin can do that.',
  );
}

/** @throws KennyError `forbidden` */
export function mustOperate({ scope }: Principal): void {
  if (scope === 'admin' || scope === 'operator') return;
  throw new KennyError('forbidden', `A token of scope ${scope} cannot work on tasks.`);
}

/** @throws KennyError `forbidden` */
export function mustHear(principal: Principal, task: Of): void {
  if (hears(principal, task)) return;
  throw new KennyError(
    'forbidden',
    'This task has read what takes the class "sensitive"; use a token that has it.',
  );
}
