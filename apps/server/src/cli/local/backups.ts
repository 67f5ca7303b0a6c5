import { EXIT_CODES, type BackupCopies, type ExitCode } from '@kenny/contract';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { AuditStore } from '../../audit/index.js';
import { AgentsService, type Acting } from '../../auth/index.js';
import {
  ArchiveFault,
  BackupsService,
  extractBackup,
  readArchive,
  type BackupManifest,
  type MadeBackup,
  type StoredBackup,
} from '../../backup/index.js';
import { loadConfig, type AppConfig } from '../../config/index.js';
import { KennyError, SYSTEM } from '../../kernel/index.js';
import { KennyLogger } from '../../logging/index.js';
import { RestoredService, type Restored } from '../../policy/index.js';
import { startServer } from '../../server.js';
import { CliError, fileReason } from '../errors.js';
import type { CliIo } from '../io.js';
import { readAll } from '../tool/args-for.js';
import { listBucket, withBackupFile, type BackupPlace } from './backup-files.js';
import { openedLocally, openFolder } from './open-data-folder.js';
import { startupTrouble } from './startup-errors.js';

const principal = Object.freeze({ ...SYSTEM, name: 'somebody at the server itself' });
const ACTING: Acting = { principal, door: 'cli', request_id: 'local' };

/** Of a command that reads a backup. */
export interface BackupFileOptions extends BackupPlace {
  /** A file with keys of age; `-` is standard input. */
  readonly identity?: string;
  /** Whether to ask for that of a downloaded copy. */
  readonly passphrase?: boolean;
}

export interface RestoreOptions extends BackupFileOptions {
  readonly to: string;
  readonly checkpoints?: string;
}

/** Whether a restored server would work. */
export interface Rehearsal {
  readonly manifest: BackupManifest;
  readonly audit_rows: number;
  readonly proven_to: number;
  readonly pcs: number;
}

/** A backup while no server runs. @throws CliError */
export async function createLocally(
  io: CliIo,
): Promise<MadeBackup & { copies: BackupCopies | null }> {
  const folder = await openedLocally(io, 'With a running server leave out --local.');
  try {
    const backups = folder.get(BackupsService);
    const made = await backups.make(ACTING);
    return { ...made, copies: (await backups.sent()).copies };
  } catch (error) {
    throw error instanceof KennyError ? new CliError(error.code, error.message) : error;
  } finally {
    await folder.close();
  }
}

/** @throws CliError that names the damaged part */
export async function verify(
  io: CliIo,
  name: string,
  options: BackupFileOptions,
  passphrase?: string,
) {
  return inWords(name, () =>
    withBackupFile(io, name, options, async (file) =>
      readArchive({ file, ...(await keysOf(io, options, passphrase)) }),
    ),
  );
}

/** @throws CliError */
export async function restore(
  io: CliIo,
  name: string,
  options: RestoreOptions,
  passphrase?: string,
): Promise<{ manifest: BackupManifest; restored: Restored }> {
  const config = configFor(io, resolve(io.cwd, options.to));
  const place = { ...options, parent: dirname(config.dataDir) };
  return inWords(name, () =>
    withBackupFile(io, name, place, async (file) => {
      const manifest = await extracted(io, file, { ...options, typed: passphrase }, config);
      return { manifest, restored: await begin(io, file, manifest, config) };
    }),
  );
}

/**
 * Restores into a folder of its own, starts the server there without a port, and looks whether all
 * is there. @throws CliError
 */
export async function rehearse(
  io: CliIo,
  name: string,
  options: BackupFileOptions,
  passphrase?: string,
): Promise<Rehearsal> {
  const parent = mkdtempSync(join(tmpdir(), 'kenny-rehearsal-'));
  try {
    const config = configFor(io, join(parent, 'data'));
    const rehearsal = async (file: string): Promise<Rehearsal> => {
      const manifest = await extracted(io, file, { ...options, typed: passphrase }, config);
      await begin(io, file, manifest, config);
      const logger = new KennyLogger({ level: 'error', format: 'human', stream: io.err });
      const server = await startServer(config, {
        clock: io.clock,
        logger,
        unreachable: true,
      });
      try {
        const { ok, rows, proven_to } = await server.app.get(AuditStore).verify();
        if (!ok) throw new ArchiveFault('its audit log does not verify');
        const pcs = server.app.get(AgentsService).list().length;
        return { manifest, audit_rows: rows, proven_to, pcs };
      } finally {
        await server.close();
      }
    };
    return await inWords(name, () => withBackupFile(io, name, options, rehearsal));
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function extracted(
  io: CliIo,
  file: string,
  options: BackupFileOptions & {
    readonly checkpoints?: string;
    readonly typed?: string | undefined;
  },
  { dataDir, serverSeed }: AppConfig,
): Promise<BackupManifest> {
  const { checkpoints } = options;
  return extractBackup({
    ...{ file, to: dataDir, serverSeed, ...(await keysOf(io, options, options.typed)) },
    ...(checkpoints === undefined ? {} : { checkpoints: resolve(io.cwd, checkpoints) }),
  });
}

async function begin(
  io: CliIo,
  file: string,
  { made_at, audit_head }: BackupManifest,
  config: AppConfig,
): Promise<Restored> {
  const folder = await openFolder(config, io);
  try {
    const from = { file: basename(file), made_at, audit_head: audit_head.seq };
    return await folder.get(RestoredService).begin(ACTING, from);
  } finally {
    await folder.close();
  }
}

/** The server's, but for its data: an SQLite file, and nothing that reaches beyond this folder. */
function configFor({ env, cwd }: CliIo, dataDir: string): AppConfig {
  const { KENNY_DATABASE_URL: _, KENNY_BACKUP_DIR: __, ...rest } = env;
  const own = {
    ...{ ...rest, KENNY_DATA_DIR: dataDir },
    // What is restored is a backup already.
    ...{ KENNY_BACKUP_EVERY: 'off', KENNY_BACKUP_BEFORE_UPGRADE: 'off' },
    KENNY_BACKUP_S3_PLAIN: '1',
  };
  try {
    const config = loadConfig({ ...own, KENNY_DATABASE_URL_FILE: undefined }, cwd);
    return {
      ...config,
      backup: { ...config.backup, bucket: null },
      operatorToken: null,
      anthropic: { ...config.anthropic, apiKey: null },
      // A task that waits must find no program to run.
      places: { ...config.places, path: [], docker: null },
    };
  } catch (error) {
    throw startupTrouble(error);
  }
}

/** Those of the bucket, newest first; no server is asked. @throws CliError */
export function listElsewhere(io: CliIo, from?: string): Promise<StoredBackup[]> {
  return inWords('The bucket', () => listBucket(io, from));
}

/** What opens an encrypted one. */
async function keysOf(io: CliIo, options: BackupFileOptions, passphrase: string | undefined) {
  return {
    identities: await identitiesOf(io, options),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

/** One key a line, as `age-keygen` writes them. */
async function identitiesOf(
  { cwd, input }: CliIo,
  { identity }: BackupFileOptions,
): Promise<string[]> {
  if (identity === undefined) return [];
  const piped = identity === '-';
  const path = piped ? 'Standard input' : resolve(cwd, identity);
  let text: string;
  try {
    text = piped ? await readAll(input) : readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError('bad_args', `${path} cannot be read: ${fileReason(error)}.`);
  }
  const keys = text.split(/\r?\n/).filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (keys.length > 0) return keys;
  throw new CliError('bad_args', `${path} holds no key of age (AGE-SECRET-KEY-…).`);
}

async function inWords<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveFault) {
      throw new CliError(
        'conflict',
        `${name} is no good backup: ${error.message}.`,
        EXIT_CODES.failed satisfies ExitCode,
      );
    }
    if (error instanceof KennyError) throw new CliError(error.code, error.message);
    throw startupTrouble(error);
  }
}
