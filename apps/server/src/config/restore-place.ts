import { SERVER_FILES } from '@kenny/contract';
import { join } from 'node:path';

/** Where in a data folder a restore lies until it is done. */
export interface RestorePlace {
  readonly folder: string;
  /** The data folder to be: whole, checked, and of this version. */
  readonly staged: string;
  /** What the next start does; only with it does a restore happen. */
  readonly journal: string;
  /** A backup that somebody sent from elsewhere. */
  readonly uploaded: string;
}

export function restorePlace(dataDir: string): RestorePlace {
  const folder = join(dataDir, SERVER_FILES.restore);
  return {
    folder,
    staged: join(folder, 'new'),
    journal: join(folder, 'journal.json'),
    uploaded: join(folder, 'uploaded.tar.gz'),
  };
}
