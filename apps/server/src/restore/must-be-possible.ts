import type { AppConfig } from '../config/index.js';
import { KennyError } from '../kernel/index.js';

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
