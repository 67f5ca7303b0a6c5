import { ENV, type EnvVariable } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

/** Processes that are inspected concurrently. */
const AT_ONCE = 32;
/** How long an answer is cached: a server's settings rarely change. */
const HOLDS_MS = 10_000;
/** Command line of a server: `…/kenny.mjs serve`, or a link to it. */
const SERVER = /(?:^|[/\0])kenny[^/\0]*\0/;

/** kenny's variables that name a file with a secret. */
const NAMES_FILE = new Set(
  Object.entries<EnvVariable>(ENV).flatMap(([name, { file }]) =>
    file === true ? [`${name}_FILE`] : [],
  ),
).add('KENNY_TLS_KEY' satisfies keyof typeof ENV);

/**
 * The agent's own files, and on Linux those of a kenny server running on the same PC, wherever they
 * are: whoever may read such a file may also see the server's environment. A server in a container
 * counts, through the container's own file system.
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

/** Also through `/proc/<pid>/root`, which reaches into a container. */
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
      // Relative paths start at the server's working folder.
      return [join(process, isAbsolute(path) ? 'root' : 'cwd', path)];
    });
  } catch {
    return []; // it has ended, or belongs to another user, as do its files
  }
}

function cut(line: string): [string, string] {
  const at = line.indexOf('=');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}
