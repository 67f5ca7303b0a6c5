import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Places } from '../../config/index.js';
import type { InstallationPaths } from './built-ins.js';

const SYSTEMS: Partial<Record<NodeJS.Platform, keyof InstallationPaths>> = {
  linux: 'linux',
  win32: 'windows',
  darwin: 'macos',
};
const WINDOWS_ENDINGS = ['.exe', '.cmd', '.bat', '.com'];

/** Paths of this system; one that names a variable that is not set leads nowhere and is left out. */
export function pathsHere(
  paths: InstallationPaths,
  places: Pick<Places, 'home' | 'variables'>,
  platform: NodeJS.Platform = process.platform,
): string[] {
  const system = SYSTEMS[platform];
  if (!system) return [];
  return paths[system].flatMap((path) => {
    const expanded = expand(path, places);
    return expanded === null ? [] : [expanded];
  });
}

/** `~`, `$NAME`, `${NAME}` and `%NAME%`; null when something in it is not known. */
export function expand(path: string, places: Pick<Places, 'home' | 'variables'>): string | null {
  const home = path.replace(/^~(?=$|[/\\])/, () => places.home);
  let unknown = false;
  const whole = home.replace(
    /\$\{(\w+)\}|\$(\w+)|%(\w+)%/g,
    (_all, braced: string | undefined, plain: string | undefined, percent: string | undefined) => {
      const name = braced ?? plain ?? percent ?? '';
      const value = Object.hasOwn(places.variables, name) ? places.variables[name] : undefined;
      if (value === undefined) unknown = true;
      return value ?? '';
    },
  );
  return unknown ? null : whole;
}

/** The first of them that exists; nothing is opened. */
export async function firstThere(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    if (await isThere(path)) return path;
  }
  return null;
}

/**
 * The file that a command's first word names, looked up as a shell does; it is not started.
 * @returns null when there is none that may be executed
 */
export async function programOf(
  word: string,
  path: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Promise<string | null> {
  const named = isAbsolute(word)
    ? [word]
    : /[/\\]/.test(word)
      ? []
      : path.map((f) => join(f, word));
  const endings = platform === 'win32' ? ['', ...WINDOWS_ENDINGS] : [''];
  for (const file of named.flatMap((name) => endings.map((ending) => name + ending))) {
    if (await isProgram(file)) return file;
  }
  return null;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

async function isProgram(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return false;
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
