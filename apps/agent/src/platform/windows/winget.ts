import { CAPS, check, type ResultOf } from '@kenny/contract/agent';
import { readdir } from 'node:fs/promises';
import { windowsFolders } from './environment.js';
import { ToolFailure } from '../../errors/tool-failure.js';
import type { PackageManager, ReadingContext } from '../platform.js';
import { type ProgramResult, runProgram } from '../run-program.js';
import { inJob } from './in-job.js';
import { parseWingetTable, type WingetRow } from './winget-table.js';

/** The catalog's deadline for a change ends it before. */
const CHANGE_MS = 1_200_000;
const QUIET = ['--accept-source-agreements', '--disable-interactivity'] as const;
/** The catalog of the community: the Store wants an account for much of what it has. */
const CATALOG = 'winget';
const EXACT = (id: string): readonly string[] => ['--id', id, '--exact'];
/** winget's own exit codes, the same in every language: nothing found, nothing to update. */
const NO_PACKAGES_FOUND = 0x8a150014;
const NO_UPDATE = 0x8a15002b;

/** `winget` of the App Installer; it is not in the service's PATH. */
export interface Winget {
  /** Undefined: not installed. */
  find(): Promise<string | undefined>;
  run(file: string, args: readonly string[], context: ReadingContext): Promise<ProgramResult>;
}

export const systemWinget: Winget = {
  find: () => findWinget(`${windowsFolders().programFiles}\\WindowsApps`),
  run: (file, args, { signal }) =>
    runProgram({ ...inJob(file, args), timeoutMs: CHANGE_MS, signal }),
};

const PACKAGE =
  /^Microsoft\.DesktopAppInstaller_(\d+(?:\.\d+){1,3})_(?:x64|arm64)__8wekyb3d8bbwe$/i;

async function findWinget(folder: string): Promise<string | undefined> {
  const newest = newestInstaller(await readdir(folder).catch(() => []));
  return newest === undefined ? undefined : `${folder}\\${newest}\\winget.exe`;
}

/** Several versions may be installed side by side; compare numbers as numbers. */
export function newestInstaller(names: readonly string[]): string | undefined {
  const found = names.flatMap((name) => {
    const version = PACKAGE.exec(name)?.[1]?.split('.').map(Number);
    return version ? [{ name, version }] : [];
  });
  return found.sort((a, b) => compare(b.version, a.version))[0]?.name;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((part, index) => part !== (b[index] ?? 0));
  return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}

export function wingetPackages(winget: Winget = systemWinget): PackageManager {
  const change =
    (verb: string, more: readonly string[]) =>
    async (
      which: readonly string[],
      context: ReadingContext,
    ): Promise<ResultOf<'winget_install'>> => {
      const result = await started(winget, [verb, ...which, ...more, ...QUIET], context);
      const log = logOf(result);
      if (log === '') throw silent(result);
      return { ok: result.exit_code === 0, log };
    };
  const install = change('install', ['--silent', '--accept-package-agreements']);
  const uninstall = change('uninstall', ['--silent']);
  const update = change('upgrade', ['--silent', '--accept-package-agreements']);
  return {
    list: (context) => readWingetTable(winget, ['list', ...QUIET], context),
    search: (words, context) => search(winget, words, context),
    install: (id, context) => install(EXACT(id), context),
    uninstall: (id, context) => uninstall(EXACT(id), context),
    update: (id, context) =>
      update(id === undefined ? ['--all', '--include-unknown'] : EXACT(id), context),
  };
}

async function search(
  winget: Winget,
  words: string,
  context: ReadingContext,
): Promise<ResultOf<'winget_search'>> {
  const most = CAPS.wingetSearch;
  const wanted = ['--query', words, '--source', CATALOG, '--count', String(most + 1)];
  const rows = await readWingetTable(winget, ['search', ...wanted, ...QUIET], context);
  // An id that winget has cut off installs nothing.
  const packages = rows
    .filter(({ id }) => check('args:winget_install', { id }).length === 0)
    .slice(0, most)
    .map(({ id, name, version }) => ({ name, version, source: CATALOG, id }));
  return { packages, ...(packages.length < rows.length ? { truncated: true } : {}) };
}

/** Programs with a newer version. */
export function readWingetUpdates(winget: Winget, context: ReadingContext): Promise<WingetRow[]> {
  return readWingetTable(winget, ['upgrade', '--include-unknown', ...QUIET], context);
}

/** @throws ToolFailure: a missing table is a failure unless winget says that there is nothing. */
async function readWingetTable(
  winget: Winget,
  args: readonly string[],
  context: ReadingContext,
): Promise<WingetRow[]> {
  const result = await started(winget, args, context);
  const rows = parseWingetTable(result.stdout);
  if (rows) return rows;
  const code = result.exit_code === null ? null : result.exit_code >>> 0;
  if (code === NO_PACKAGES_FOUND || code === NO_UPDATE) return [];
  // `upgrade` with nothing to do exits with 0 and one sentence; an unreadable table is a failure.
  const isOneSentence = /^[^\n]+$/.test(logOf(result)) && !result.stdout.includes('-----');
  if (code === 0 && args[0] === 'upgrade' && isOneSentence) return [];
  throw silent(result);
}

async function started(
  winget: Winget,
  args: readonly string[],
  context: ReadingContext,
): Promise<ProgramResult> {
  const file = await winget.find();
  if (file === undefined) {
    throw new ToolFailure('exec_failed', 'winget (the App Installer) is not installed on this PC');
  }
  const result = await winget.run(file, args, context);
  if (result.failure) throw new ToolFailure('exec_failed', `winget: ${result.failure.message}`);
  if (result.aborted || result.timed_out) {
    throw new ToolFailure('timeout', 'winget was ended early');
  }
  return result;
}

function silent(result: ProgramResult): ToolFailure {
  const words = logOf(result).split('\n').at(-1)?.slice(0, 300);
  const code = `exit code ${hex(result.exit_code)}`;
  return new ToolFailure(
    'exec_failed',
    words ? `winget: ${words} (${code})` : `winget said nothing (${code})`,
  );
}

/** winget's exit codes are known in hexadecimal. */
function hex(code: number | null): string {
  if (code === null) return 'unknown';
  return code > 255 || code < 0 ? `0x${(code >>> 0).toString(16)}` : String(code);
}

/** Removes redrawn progress bars. */
function logOf({ stdout, stderr }: ProgramResult): string {
  return `${stdout}\n${stderr}`
    .split(/\r?\n/)
    .map((line) => (line.split('\r').at(-1) ?? '').trimEnd())
    .filter((line) => line.trim() !== '' && !/^[\s█▒░▓\-\\|/]*$/.test(line))
    .join('\n');
}
