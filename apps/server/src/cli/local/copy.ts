import { join } from 'node:path';
import { EXIT_CODES, SERVER_FILES, type AuditVerification, type ExitCode } from '@kenny/contract';
import { verifyRecord } from '../../audit/index.js';
import {
  FileServerIdentity,
  isPostgresAddress,
  postgresPlace,
  type AppConfig,
} from '../../config/index.js';
import { copyDatabase, type CopyProgress, type Reads } from '../../database/index.js';
import { StartupError } from '../../kernel/index.js';
import { SCHEMA } from '../../schema.js';
import { CliError } from '../errors.js';
import type { Invocation } from '../invocation.js';
import type { CliIo } from '../io.js';
import { say } from '../output/shown.js';
import { dataFolderConfig } from './data-folder-config.js';
import { startupTrouble } from './startup-errors.js';

const TO_SQLITE = 'sqlite';

/** `kenny db copy`: moves the data to the other engine. @throws CliError */
export async function copy({ io, screen }: Invocation, to: string): Promise<ExitCode> {
  try {
    const config = dataFolderConfig(io);
    const target = targetOf(to, config);
    const copied = await copyDatabase({
      from: config,
      to: target,
      schema: SCHEMA,
      clock: io.clock,
      onProgress: progressLine(io),
      judge: (original, made) => judge(config, original, made),
    });
    if (screen.json) screen.printJson(JSON.stringify({ tables: Object.fromEntries(copied) }));
    else screen.print(...summary(copied, target).map((line) => say`${line}`));
    return EXIT_CODES.ok;
  } catch (error) {
    throw startupTrouble(error);
  }
}

function targetOf(to: string, { dataDir }: AppConfig): AppConfig['database'] {
  if (to === TO_SQLITE) return { type: 'sqlite', file: join(dataDir, SERVER_FILES.database) };
  if (isPostgresAddress(to)) return { type: 'postgres', url: to };
  throw new CliError(
    'bad_args',
    `--to takes an address like postgres://user@host/database?schema=kenny, or "${TO_SQLITE}".`,
  );
}

/** Verifies the copy: the same rows, proven by checkpoints as far as the original. */
async function judge(config: AppConfig, original: Reads, made: Reads): Promise<void> {
  const identity = new FileServerIdentity(config);
  const verify = (reads: Reads) => verifyRecord(config.dataDir, identity, reads);
  const [before, after] = [await verify(original), await verify(made)];
  if (sameProof(before, after)) return;
  throw new StartupError(
    `The audit of the copy does not verify as the original does (${verdict(after)}, not ` +
      `${verdict(before)}); nothing of it is kept.`,
  );
}

/** Checks that only one engine can make are no difference. */
function sameProof(before: AuditVerification, after: AuditVerification): boolean {
  const [one, other] = [before, after].map((proof) => JSON.stringify({ ...proof, limits: [] }));
  return one === other;
}

function verdict({ ok, rows, proven_to }: AuditVerification): string {
  return `${ok ? 'whole' : 'with findings'}, ${rows} rows, proven to ${proven_to}`;
}

/** Progress line; on a terminal only. */
function progressLine({ err }: CliIo): (progress: CopyProgress) => void {
  if (!err.isTTY) return () => undefined;
  return ({ table, done, total }) => {
    const end = done === total ? '\n' : '';
    err.write(`\r\u001b[K${table}: ${done} of ${total}${end}`);
  };
}

function summary(copied: ReadonlyMap<string, number>, target: AppConfig['database']): string[] {
  const rows = [...copied.values()].reduce((sum, count) => sum + count, 0);
  const set =
    target.type === 'postgres'
      ? `Set KENNY_DATABASE_URL to the address of ${postgresPlace(target.url).shown}, then start the server.`
      : 'Remove KENNY_DATABASE_URL, then start the server.';
  return [
    `Copied ${rows} rows of ${copied.size} tables; counts and the audit agree.`,
    set,
    'The data folder stays in use: the keys lie there. The original is as it was; do not start a ' +
      'server on it again.',
  ];
}
