import { KennyError, maySeeAll, type Principal } from '../../kernel/index.js';
import type { TaskEntity } from '../store/index.js';
import { noSuchTask } from '../work/index.js';

/** Whoever reaches all of its PCs sees a task. */
export function sees(principal: Principal, task: Pick<TaskEntity, 'agents'>): boolean {
  return principal.kind === 'operator' && maySeeAll(principal, task.agents);
}

/** @throws KennyError `not_found`, the same whether it is not there or may not be seen */
export function mustSee<T extends Pick<TaskEntity, 'agents'>>(
  principal: Principal,
  id: string,
  task: T | undefined,
): T {
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
