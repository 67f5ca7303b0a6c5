import { BACKUP_KEEP, BACKUP_KINDS, type BackupKind, type BackupPlan } from '@kenny/contract';
import { compactIso, DAY_MS } from '@kenny/kernel';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { markPrivate } from '../config/index.js';

/** One whole backup: only those have the name of one. */
export interface StoredBackup {
  readonly name: string;
  readonly kind: BackupKind;
  /** Epoch ms, by its name. */
  readonly made_at: number;
  readonly bytes: number;
  readonly encrypted: boolean;
}

/** Of how many days and weeks the newest daily one stays. */
export type Keep = Pick<BackupPlan, 'keep_days' | 'keep_weeks'>;

/** What a backup is named while it is not whole. */
const PART = '.part';
const NAME = new RegExp(
  `^kenny-(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z-(${BACKUP_KINDS.join('|')})\\.tar\\.gz(\\.age)?$`,
);
const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday; weeks begin on Mondays. */
const MONDAY_MS = 3 * DAY_MS;

/** The folder that backups lie in, and which of them stay. */
export class BackupFolder {
  constructor(readonly path: string) {}

  /** Hidden from every read tool like the data folder; one that is there keeps its mode. */
  prepare(): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    markPrivate(this.path, 0o600);
  }

  nameOf(kind: BackupKind, now: number, encrypted: boolean): string {
    return `kenny-${compactIso(now)}-${kind}.tar.gz${encrypted ? '.age' : ''}`;
  }

  /** The archive and the copied database, while they are made. */
  partsOf(name: string): { readonly archive: string; readonly database: string } {
    const archive = join(this.path, `${name}${PART}`);
    return { archive, database: `${archive}.sqlite` };
  }

  /** Newest first; none where there is no folder yet. */
  list(): StoredBackup[] {
    return backupsAmong(this.names(), (name) => {
      const stats = statSync(join(this.path, name), { throwIfNoEntry: false });
      return stats?.isFile() ? stats.size : undefined;
    });
  }

  /** What a killed process left half done; says how many files. */
  sweep(): number {
    const left = this.names().filter((name) => name.startsWith('kenny-') && name.includes(PART));
    for (const name of left) rmSync(join(this.path, name), { force: true });
    return left.length;
  }

  /** Deletes what is outdated; says what. */
  rotate(keep: Keep): string[] {
    const old = outdatedOf(this.list(), keep);
    for (const name of old) rmSync(join(this.path, name), { force: true });
    return old;
  }

  private names(): string[] {
    try {
      return readdirSync(this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

/** Those among names that are of backups, newest first. @param sizeOf - undefined: not a file */
export function backupsAmong(
  names: readonly string[],
  sizeOf: (name: string) => number | undefined,
): StoredBackup[] {
  const found = names.flatMap((name) => {
    const parsed = parseName(name);
    const bytes = parsed && sizeOf(name);
    return parsed && bytes !== undefined ? [{ ...parsed, name, bytes }] : [];
  });
  return found.sort((a, b) => b.made_at - a.made_at);
}

/**
 * What kenny made by itself and is neither of the last days nor weeks nor upgrades, wherever it
 * lies. @param newestFirst - all that are there
 */
export function outdatedOf(newestFirst: readonly StoredBackup[], keep: Keep): string[] {
  const daily = newestFirst.filter(({ kind }) => kind === 'daily');
  const upgrades = newestFirst.filter(({ kind }) => kind === 'upgrade');
  const weekOf = (at: number): number => Math.floor((at + MONDAY_MS) / WEEK_MS);
  const kept = new Set([
    ...newestOfEach(daily, (at) => Math.floor(at / DAY_MS)).slice(0, keep.keep_days),
    ...newestOfEach(daily, weekOf).slice(0, keep.keep_weeks),
  ]);
  return [
    ...daily.filter(({ name }) => !kept.has(name)),
    ...upgrades.slice(BACKUP_KEEP.upgrades),
  ].map(({ name }) => name);
}

function newestOfEach(
  newestFirst: readonly StoredBackup[],
  spanOf: (at: number) => number,
): string[] {
  const names = new Map<number, string>();
  for (const { name, made_at } of newestFirst) {
    const span = spanOf(made_at);
    if (!names.has(span)) names.set(span, name);
  }
  return [...names.values()];
}

/** What its name says; undefined: it is not of a backup. */
export function parseName(name: string): Omit<StoredBackup, 'name' | 'bytes'> | undefined {
  const found = NAME.exec(name);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, said, age] = found;
  const made_at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const kind = BACKUP_KINDS.find((one) => one === said);
  return kind && !Number.isNaN(made_at)
    ? { kind, made_at, encrypted: age !== undefined }
    : undefined;
}
