import { spawn } from 'node:child_process';
import { errorText } from '../../../errors/error-code.js';
import type { NativeLibrary } from './library.js';
import { handleOf } from './memory-layout.js';

const EXTENDED_LIMITS = 9;
/** JOBOBJECT_EXTENDED_LIMIT_INFORMATION on 64-bit Windows; offset of its flags. */
const LIMITS = { size: 144, flags: 16 } as const;
const KILL_ON_CLOSE = 0x2000;
const CURRENT_PROCESS = -1;

/**
 * Puts this process, and so all its children, into a job that ends with its last handle: ours.
 * Ending this process then ends them all, without searching for them.
 * @returns releases them, so that they may outlive us; call it before exiting normally
 */
export function enterJob(library: NativeLibrary): () => void {
  const kernel = library.load('kernel32.dll');
  const create = kernel.func('int64_t __stdcall CreateJobObjectW(void *security, void *name)');
  const assign = kernel.func(
    'int __stdcall AssignProcessToJobObject(int64_t job, int64_t process)',
  );
  const set = kernel.func(
    'int __stdcall SetInformationJobObject(int64_t job, int kind, void *data, uint32_t size)',
  );
  const job = handleOf(create(null, null));
  if (job === undefined) throw new Error('Windows cannot create a job');
  const limit = (flags: number): boolean => {
    const data = Buffer.alloc(LIMITS.size);
    data.writeUInt32LE(flags, LIMITS.flags);
    return Boolean(set(job, EXTENDED_LIMITS, data, LIMITS.size));
  };
  if (!limit(KILL_ON_CLOSE)) throw new Error('Windows does not let the job end as a whole');
  if (!assign(job, CURRENT_PROCESS)) throw new Error('Windows does not let the agent into its job');
  return () => void limit(0);
}

/** Runs a program with our own input and output, and returns its exit code. */
export function runHere(
  file: string,
  args: readonly string[],
  complain: (line: string) => void,
): Promise<number> {
  const child = spawn(file, args, { stdio: 'inherit', windowsHide: true });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      complain(`${file} cannot be started: ${errorText(error)}`);
      resolve(CANNOT_START);
    });
    child.once('exit', (code) => resolve(code ?? CANNOT_START));
  });
}

/** As shells word it. */
const CANNOT_START = 127;
