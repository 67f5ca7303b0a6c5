import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorCode } from '../../errors/error-code.js';
import { PROGRAM_PATH } from '../../platform/find-program.js';

const run = promisify(execFile);
/** An uncompressed picture of the largest supported desktop. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Binary output of a program. @throws Error with the end of its stderr */
export async function runRaw(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): Promise<Buffer> {
  try {
    const { stdout } = await run(file, args, {
      encoding: 'buffer',
      env: { ...env, PATH: PROGRAM_PATH },
      maxBuffer: MOST_BYTES,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    return stdout;
  } catch (error) {
    throw new Error(wordsOf(error, timeoutMs), { cause: error });
  }
}

function wordsOf(error: unknown, timeoutMs: number): string {
  const { stderr, killed, code } = Object(error) as {
    stderr?: unknown;
    killed?: unknown;
    code?: unknown;
  };
  if (killed === true) return `it did not end within ${timeoutMs / 1000} seconds`;
  const said = Buffer.isBuffer(stderr) ? stderr.toString('utf8').trim() : '';
  const last = said.split('\n').at(-1)?.slice(0, 200);
  return last || `it failed (${errorCode(error) ?? `exit code ${String(code)}`})`;
}
