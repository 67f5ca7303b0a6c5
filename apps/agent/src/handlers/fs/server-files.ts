import { ENV, type EnvVariable } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

/** Processes that are looked at at the same time. */
const AT_ONCE = 32;
/** How long an answer holds: a server is not set up anew every second. */
const HOLDS_MS = 10_000;
/** In the command line of a server: `…/kenny.mjs serve`, or a link to it. */
const SERVER = /(?:^|[/\0])kenny[^/\0]*\0/;

/** Variables of kenny that name a file with a secret in it. */
const NAMES_FILE = new Set(
  Object.entries<EnvVariable>(ENV).flatMap(([name, { file }]) =>
    file === true ? [`${name}_FILE`] : [],
  ),
).add('KENNY_TLS_KEY' satisfies keyof typeof ENV);

/**
 * The agent's own files, and on Linux those that a kenny server on the same PC was started with,
 * wherever they lie: who may read such a file may also see what its server was started with. A
 * server in a container counts, by the container's own view of its files.
 */
export function privateFiles(
  own: readonly string[],
  clock: Clock,
  find = process.platform === 'linux' ? findServerFiles : () => Promise.resolve([]),
): () => Promise<readonly string[]> {
  let known: { at: number; files: Promise<string[]> } | undefined;
  return async () => {
    const now = clock.monotonic();
    if (!known || now - known.at >= HOLDS_MS) known = { at: now, files: find() };
    return [...own, ...(await known.files)];
  };
}

/** Paths below `/proc/<pid>/root`, by which they are reached from outside of a container as well. */
export async function findServerFiles(proc = '/proc'): Promise<string[]> {
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const files: string[] = [];
  for (let next = 0; next < pids.length; next += AT_ONCE) {
    const batch = pids.slice(next, next + AT_ONCE).map((pid) => filesOf(join(proc, pid)));
    files.push(...(await Promise.all(batch)).flat());
  }
  return files;
}

async function filesOf(process: string): Promise<string[]> {
  try {
    if (!SERVER.test(await readFile(join(process, 'cmdline'), 'utf8'))) return [];
    const environment = await readFile(join(process, 'environ'), 'utf8');
    return environment.split('\0').flatMap((line) => {
      const [name, path] = cut(line);
      if (!path || !NAMES_FILE.has(name)) return [];
      // A relative path means the folder the server was started in.
      return [join(process, isAbsolute(path) ? 'root' : 'cwd', path)];
    });
  } catch {
    return []; // it has ended, or it is another user's: then so are its files
  }
}

function cut(line: string): [string, string] {
  const at = line.indexOf('=');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}
