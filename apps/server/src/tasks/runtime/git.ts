import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bind } from './sandbox.js';

const run = promisify(execFile);
const GIT_MS = 60_000;
const MIB = 1024 * 1024;
/** Of what one command says. */
const OUTPUT_BYTES = 64 * MIB;

/** For the case that there is no sandbox around it: hooks and monitors of a repository do not run. */
const CAREFUL = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
  ...['-c', 'submodule.recurse=false', '-c', 'gc.auto=0', '-c', 'safe.directory=*'],
];

/** Puts a command into a sandbox that sees these folders. */
export type Confine = (
  view: { readonly binds: readonly Bind[]; readonly cwd: string },
  command: readonly string[],
) => Promise<string[]>;

/** How git is run: an agent could write what it looks at, and git starts programs that files name. */
export interface GitPlace {
  /** Null where the agents have all rights of the server anyway. */
  readonly confine: Confine | null;
  readonly path: readonly string[];
  readonly signal?: AbortSignal;
}

export interface GitCall {
  readonly cwd: string;
  readonly gitDir: string;
  readonly workTree?: string;
  /** All that git may see beside the system. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export class GitError extends Error {}

/** @throws GitError with what git said */
export async function git(
  { confine, path, signal }: GitPlace,
  { cwd, gitDir, workTree, readable, writable, env }: GitCall,
  ...args: string[]
): Promise<string> {
  const place = [
    `--git-dir=${gitDir}`,
    ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]),
  ];
  const plain = ['git', ...CAREFUL, ...place, ...args];
  const binds = [
    ...readable.map((folder) => ({ from: folder, to: folder, writable: false })),
    ...writable.map((folder) => ({ from: folder, to: folder, writable: true })),
  ];
  const [file = 'git', ...words] = confine ? await confine({ binds, cwd }, plain) : plain;
  try {
    const { stdout } = await run(file, words, {
      ...{ cwd, timeout: GIT_MS, maxBuffer: OUTPUT_BYTES },
      ...(signal ? { signal } : {}),
      env: {
        PATH: path.join(':'),
        HOME: '/nonexistent',
        LC_ALL: 'C.UTF-8',
        GIT_TERMINAL_PROMPT: '0',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_ATTR_NOSYSTEM: '1',
        ...env,
      },
    });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new GitError((said || String(error)).slice(0, 500), { cause: error });
  }
}
