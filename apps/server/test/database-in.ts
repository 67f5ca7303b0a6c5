import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';

/** The configuration of a database in that folder. */
export function databaseIn(dataDir: string) {
  const file = join(dataDir, SERVER_FILES.database);
  return { dataDir, database: { type: 'sqlite', file } } as const;
}
