import { holdsEveryRight } from '@kenny/contract';
import { mustBeAdmin, type Acting } from '../auth/index.js';
import type { AppConfig } from '../config/index.js';
import { KennyError } from '../kernel/index.js';

/**
 * What is restored says who may do what, and a file may be of anybody's making: nobody gets rights by
 * it that they could not give. @throws KennyError `forbidden`
 */
export function mustHoldEveryRight({ principal }: Acting): void {
  mustBeAdmin({ principal }, 'restore a backup');
  if (holdsEveryRight(principal)) return;
  throw new KennyError(
    'forbidden',
    'A restore brings back the rights that everybody had: it takes an admin who reaches all PCs, ' +
      'may approve, and may ask for private reads and changes.',
  );
}

/** @throws KennyError `conflict` that says what to do instead */
export function mustBePossible({ demo, database }: Pick<AppConfig, 'demo' | 'database'>): void {
  if (demo) {
    throw new KennyError('conflict', 'In the demo nothing is restored: its PCs are made up.');
  }
  if (database.type === 'postgres') {
    throw new KennyError(
      'conflict',
      'The data of this server is in PostgreSQL, so a restore takes a terminal: the guide ' +
        '"Backups" says how.',
    );
  }
}
