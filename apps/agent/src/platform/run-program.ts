import { CAPS } from '@kenny/contract/agent';
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { windowsEnvironment, windowsFolders } from './windows/environment.js';
import { CappedOutput } from './capped-output.js';
import { errorCode, errorText } from '../errors/error-code.js';
import { PROGRAM_PATH } from './find-program.js';
import { endTree, RUN_MARK } from './process-tree.js';
import { closeRunGroup, openRunGroup } from './run-group.js';

export { findProgram } from './find-program.js';

export interface ProgramRequest {
  /** Absolute path; see `findProgram`. */
  file: string;
  /** Passed as they are, never through a shell. */
  args: readonly string[];
  stdin?: string | Buffer;
  timeoutMs: number;
  /** Ends the whole tree, like the deadline. */
  signal?: AbortSignal | undefined;
  /** Cap on both streams together; the rest is drained. Default 4 MiB. */
  maxOutputBytes?: number;
  /** Added to the clean environment. */
  env?: Readonly<Record<string, string>>;
  /** User to run as, without supplementary groups; root only, not on Windows. */
  user?: { readonly uid: number; readonly gid: number };
  /**
   * It runs an operator's command: under a separate parent, so that its parent is not the agent,
   * and in its own control group below the service's, if there is one (`serviceGroup`). Not on
   * Windows.
   */
  apart?: { readonly service: string | undefined };
  /** Sees standard output as it arrives, also beyond the cap. */
  onStdout?: (chunk: Buffer) => void;
}

export type StartFailure = 'not_found' | 'not_permitted' | 'cannot_start';

export interface ProgramResult {
  /** UTF-8, lossy. */
  stdout: string;
  stderr: string;
  /** Null when the program did not exit by itself: the fields below say why. */
  exit_code: number | null;
  truncated: boolean;
  /** The deadline passed and the tree was killed. */
  timed_out: boolean;
  /** The caller's signal fired and the tree was killed. */
  aborted: boolean;
  /** The signal that ended the program, whoever sent it. */
  signal: NodeJS.Signals | null;
  /** Set when it never ran. */
  failure?: { kind: StartFailure; message: string };
}

type Ending = Pick<ProgramResult, 'exit_code' | 'signal' | 'failure'>;
type Cause = 'ended' | 'timed_out' | 'aborted';

/** A grandchild may hold the pipes forever; the program's own output arrives long before. */
const DRAIN_MS = 500;
/** Maximum of `setTimeout`. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Parent of a separate run: joins the run's control group before anything of the run exists, prints
 * nothing, and exits like the run.
 */
const PARENT =
  'exec 3>&2 2>/dev/null; g=$1; shift; [ -z "$g" ] || echo $$ > "$g/cgroup.procs"; (exec "$@" 2>&3 3>&-); exit $?';

const NOTHING: ProgramResult = {
  stdout: '',
  stderr: '',
  exit_code: null,
  truncated: false,
  timed_out: false,
  aborted: false,
  signal: null,
};

/**
 * Runs one program to its end: no shell, a clean environment with fixed `PATH` and `LC_ALL`, in
 * `/`, in its own process group, which is killed at the deadline or on abort; on Windows in the
 * system folder, and the tree is ended. A program that is missing, fails or is killed is a result,
 * not an exception. Background processes that it left are not touched.
 * @throws TypeError when `file` is not an absolute path (a bug in the caller).
 */
export async function runProgram(request: ProgramRequest): Promise<ProgramResult> {
  if (!isAbsolute(request.file)) throw new TypeError(`not an absolute path: ${request.file}`);
  if (request.signal?.aborted) return { ...NOTHING, aborted: true };
  const mark = randomUUID();
  const controlGroup = request.apart && (await openRunGroup(mark, request.apart.service));
  let child: ChildProcess;
  try {
    child = start(request, mark, controlGroup);
  } catch (error) {
    return { ...NOTHING, failure: startFailure(error) };
  }
  const output = new CappedOutput(request.maxOutputBytes ?? CAPS.outputBytes);
  const stdout = output.read(child.stdout);
  const stderr = output.read(child.stderr);
  if (request.onStdout) child.stdout?.on('data', request.onStdout);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = endOf(child);
  const cause = await causeOf(ended, request);
  const end = async () => {
    if (child.pid !== undefined) await endTree({ leader: child.pid, mark, controlGroup });
  };
  if (cause !== 'ended') await end();
  const ending = await within(DRAIN_MS, ended);
  // The run killed its parent: what is left of it has nobody to wait for it.
  if (cause === 'ended' && request.apart && ending?.signal) await end();
  await within(DRAIN_MS, closed);
  abandon(child);
  await closeRunGroup(controlGroup);
  return {
    stdout: stdout(),
    stderr: stderr(),
    exit_code: cause === 'ended' ? (ending?.exit_code ?? null) : null,
    truncated: output.truncated,
    timed_out: cause === 'timed_out',
    aborted: cause === 'aborted',
    signal: ending?.signal ?? null,
    ...(ending?.failure ? { failure: ending.failure } : {}),
  };
}

function start(request: ProgramRequest, mark: string, controlGroup?: string): ChildProcess {
  const { env, ...surroundings } = surroundingsOf(process.platform);
  const [file, ...args] = commandOf(request, controlGroup);
  const child = spawn(file, args, {
    ...surroundings,
    ...request.user,
    stdio: [request.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: { ...env, ...request.env, [RUN_MARK]: mark },
  });
  // A program may exit without reading its input.
  child.stdin?.on('error', () => undefined).end(request.stdin);
  return child;
}

function commandOf(
  { file, args, apart }: ProgramRequest,
  controlGroup: string | undefined,
): [string, ...string[]] {
  if (!apart || process.platform === 'win32') return [file, ...args];
  return ['/bin/sh', '-c', PARENT, 'kenny-run', controlGroup ?? '', file, ...args];
}

function surroundingsOf(platform: NodeJS.Platform): SpawnOptions {
  if (platform === 'win32') {
    // Detached has no console, which PowerShell needs for its encodings.
    return { cwd: windowsFolders().systemRoot, windowsHide: true, env: windowsEnvironment() };
  }
  const env = { PATH: PROGRAM_PATH, LC_ALL: 'C.UTF-8', HOME: homeFolder() };
  return { cwd: '/', detached: true, env };
}

/** From the user database, not from our own environment. */
function homeFolder(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '/'; // an account without an entry there
  }
}

function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('exit', (exit_code, signal) => resolve({ exit_code, signal }));
    child.once('error', (error) =>
      resolve({ exit_code: null, signal: null, failure: startFailure(error) }),
    );
  });
}

function causeOf(ended: Promise<Ending>, { timeoutMs, signal }: ProgramRequest): Promise<Cause> {
  return new Promise((resolve) => {
    const settle = (cause: Cause): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(cause);
    };
    const abort = (): void => settle('aborted');
    const timer = setTimeout(() => settle('timed_out'), Math.min(timeoutMs, LONGEST_TIMER_MS));
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    void ended.then(() => settle('ended'));
  });
}

/** The promise's value, or undefined after `ms`. */
function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

/** Unrefs pipes that others still hold, so that they do not keep this process alive. */
function abandon(child: ChildProcess): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

function startFailure(error: unknown): { kind: StartFailure; message: string } {
  const code = errorCode(error);
  if (code === 'ENOENT') return { kind: 'not_found', message: 'the program is not installed' };
  if (code === 'EACCES' || code === 'EPERM') {
    return { kind: 'not_permitted', message: 'the program may not be started' };
  }
  return {
    kind: 'cannot_start',
    message: `the program cannot be started (${code ?? errorText(error)})`,
  };
}
