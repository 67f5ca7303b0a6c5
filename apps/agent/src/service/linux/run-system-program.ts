import { findProgram } from '../../platform/find-program.js';
import { runProgram, type ProgramResult } from '../../platform/run-program.js';
import { ServiceFault } from '../service-control.js';

/** Stopping may take as long as the agent needs to disconnect. */
const PATIENCE_MS = 90_000;

/** Runs a system program by name; undefined where it is not installed. */
export async function trySystemProgram(
  name: string,
  args: readonly string[],
): Promise<ProgramResult | undefined> {
  const file = await findProgram(name);
  return file === undefined ? undefined : runProgram({ file, args, timeoutMs: PATIENCE_MS });
}

/** The same, and it must succeed. @throws ServiceFault with its output */
export async function mustRun(name: string, args: readonly string[]): Promise<string> {
  const result = await trySystemProgram(name, args);
  if (!result) throw new ServiceFault(`${name} is not installed here`);
  return outputOf([name, ...args].join(' '), result);
}

/** Its output. @throws ServiceFault when it failed */
export function outputOf(line: string, result: ProgramResult): string {
  if (result.exit_code === 0) return result.stdout;
  const said = (result.stderr || result.stdout).trim().split('\n').slice(-3).join(' ');
  const why = said || result.failure?.message || (result.timed_out ? 'it took too long' : 'failed');
  throw new ServiceFault(`"${line}" ended with ${result.exit_code ?? 'no code'}: ${why}`);
}
