import { systemClock } from '@kenny/kernel';
import { BackupFolder } from '../src/backup/backup-folder.js';
import { createBackup } from '../src/backup/create-backup.js';
import { FileServerIdentity } from '../src/config/index.js';
import { openDatabase, type DatabaseConfig } from '../src/database/index.js';
import { SCHEMA } from '../src/schema.js';
import { join } from 'node:path';

/** Begins a backup and never comes past its writing; prints when it is there. */
const where = JSON.parse(process.argv[2] ?? '') as DatabaseConfig;
const database = await openDatabase(where, SCHEMA, systemClock);
const backup = {
  dir: join(where.dataDir, 'backups'),
  daily: false,
  beforeUpgrade: false,
  recipients: [],
  bucket: null,
};
let pauses = 0;
await createBackup({
  kind: 'manual',
  config: { ...where, backup },
  folder: new BackupFolder(backup.dir),
  snapshots: database.snapshots,
  identity: new FileServerIdentity({ dataDir: where.dataDir, serverSeed: null }),
  clock: systemClock,
  settle: () => Promise.resolve([]),
  onProgress: (phase) => {
    if (phase !== 'writing' || pauses++ > 0) return;
    process.stdout.write('writing\n');
    // Nothing gets out of here but by a kill.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  signal: new AbortController().signal,
});
