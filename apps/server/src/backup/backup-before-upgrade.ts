import type { Clock } from '@kenny/kernel';
import { join } from 'node:path';
import { waitingIn } from '../audit/index.js';
import { FileServerIdentity, type AppConfig } from '../config/index.js';
import type { BeforeMigrations } from '../database/index.js';
import { StartupError } from '../kernel/index.js';
import { BackupFolder } from './backup-folder.js';
import { createBackup } from './create-backup.js';

/**
 * A backup as every other, of a database of an earlier version before this one changes it: the way
 * back, because an older kenny refuses what is changed. No part of the server runs yet.
 * @param tell - where it is, in words
 */
export function backupBeforeUpgrade(
  config: Pick<AppConfig, 'dataDir' | 'database' | 'backup' | 'serverSeed'>,
  clock: Clock,
  tell: (words: string) => void,
): BeforeMigrations | undefined {
  if (!config.backup.beforeUpgrade) return undefined;
  return async (snapshots, pending) => {
    const folder = new BackupFolder(config.backup.dir);
    try {
      const { name } = await createBackup({
        ...{ kind: 'upgrade', config, folder, snapshots, clock },
        identity: new FileServerIdentity(config),
        settle: () => waitingIn(config.dataDir),
        onProgress: () => undefined,
        signal: new AbortController().signal,
      });
      // What the admin keeps of daily ones is in the database, which is not open yet.
      folder.rotate({ keep_days: Infinity, keep_weeks: 0 });
      tell(
        `This version changes the database (${pending.join(', ')}). As it was before it is in ` +
          `${join(folder.path, name)}.`,
      );
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new StartupError(
        `This version has to change the database, and the backup before that failed: ${why} ` +
          'The database is as it was. If you have a copy of your own, start with ' +
          'KENNY_BACKUP_BEFORE_UPGRADE=off.',
        { cause },
      );
    }
  };
}
