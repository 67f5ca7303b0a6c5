import { CONTROL_FILE, PRIVATE_MARKER, SERVICE_NAME } from '@kenny/contract/agent';
import { chmod, lstat, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve, win32, type PlatformPath } from 'node:path';

/** What decides where the agent keeps its files. */
export interface StateFolderInput {
  /** `--state-dir`. */
  flag: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** Whether this process may use the service's files. */
  isRoot: boolean;
  home: string;
  platform: NodeJS.Platform;
}

/** State folder of the installed service on Linux. */
export const SERVICE_STATE_FOLDER = `/var/lib/${SERVICE_NAME}`;

/** The same on Windows, below `%ProgramData%`. */
export function windowsStateFolder(programData: string): string {
  return win32.join(programData, 'kenny');
}

/** Where the installed service of this system keeps its state. */
export function serviceStateFolder({
  env,
  platform,
}: Pick<StateFolderInput, 'env' | 'platform'>): string {
  if (platform !== 'win32') return SERVICE_STATE_FOLDER;
  return windowsStateFolder(env['ProgramData'] ?? 'C:\\ProgramData');
}

/** Design §6: flag, `$STATE_DIRECTORY` (the service's), root's, or the user's own. Absolute. */
export function locateStateFolder(input: StateFolderInput): string {
  const { flag, env, isRoot, home, platform } = input;
  if (flag) return resolve(flag);
  const given = serviceFolderOf(env);
  if (given !== undefined) return given;
  if (isRoot) return serviceStateFolder(input);
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), SERVICE_NAME);
  }
  return join(env['XDG_STATE_HOME'] || join(home, '.local', 'state'), SERVICE_NAME);
}

/**
 * The folder from the service manager. systemd may pass several, separated as in PATH; the first is
 * the service's own.
 */
export function serviceFolderOf(env: StateFolderInput['env']): string | undefined {
  const [given] = (env['STATE_DIRECTORY'] ?? '').split(delimiter);
  return given ? resolve(given) : undefined;
}

/** The kill switch lies beside the state folder, because others may write it. */
export function controlFileFor(
  stateFolder: string,
  path: Pick<PlatformPath, 'join'> = { join },
): string {
  return path.join(`${stateFolder}-control`, CONTROL_FILE);
}

/**
 * Creates the folder if needed and makes it private: 0700, with the marker that hides it from all
 * read tools.
 * @returns what is wrong with it, or undefined
 * @throws the system's error when it cannot be created or changed
 */
export async function prepareStateFolder(
  folder: string,
  ownUid = process.getuid?.(),
): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = await lstat(folder);
  if (!stats.isDirectory()) return `${folder} is not a folder`;
  if (ownUid !== undefined && stats.uid !== ownUid) {
    return `${folder} belongs to another user (${stats.uid}); use --state-dir, or give it to us`;
  }
  if ((stats.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  await writeFile(join(folder, PRIVATE_MARKER), '', { flag: 'a', mode: 0o600 });
  return undefined;
}
