import { KennyError, type Principal } from '../../kernel/index.js';
import type { TaskEntity } from '../store/index.js';

type Read = Pick<TaskEntity, 'owner_id' | 'tainted_by'>;

/** What was read on PCs with the class for it is for those who have it, and for its owner. */
export function hears({ classes, id }: Principal, { tainted_by, owner_id }: Read): boolean {
  return classes.includes('sensitive') || tainted_by.length === 0 || owner_id === id;
}

/** @throws KennyError `forbidden` */
export function mustHear(principal: Principal, task: Read): void {
  if (hears(principal, task)) return;
  throw new KennyError(
    'forbidden',
    'This task has read what takes the class "sensitive"; use a token that has it.',
  );
}
