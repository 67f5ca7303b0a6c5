import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { StartupError } from '../kernel/index.js';
import { createDurably } from './durable-file.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The data folder's own id, made at its first start. It names the audit chain (design §5), and a
 * PostgreSQL database remembers to which folder it belongs.
 */
export function dataFolderId(dataDir: string): string {
  const file = join(dataDir, SERVER_FILES.id);
  if (!existsSync(file)) {
    const id = randomUUID();
    createDurably(file, `${id}\n`);
    return id;
  }
  const id = readFileSync(file, 'utf8').trim();
  if (UUID.test(id)) return id;
  throw new StartupError(
    `${file} does not hold the data folder's id (a UUID). Restore it from a backup: without it the ` +
      'audit cannot be shown to be one chain.',
  );
}
