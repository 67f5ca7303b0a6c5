import { win32 } from 'node:path';
import { runProgram, type ProgramResult } from '../../platform/run-program.js';
import { ServiceFault } from '../service-control.js';

/** Stopping may take as long as the agent needs to disconnect. */
const PATIENCE_MS = 90_000;

/** Runs Windows programs (`reg`, `net`, `icacls`) or an absolute path. */
export class SystemPrograms {
  constructor(
    private readonly systemFolder: string,
    private readonly run: typeof runProgram = runProgram,
  ) {}

  try(program: string, args: readonly string[]): Promise<ProgramResult> {
    const absolute = win32.isAbsolute(program);
    const file = absolute ? program : win32.join(this.systemFolder, `${program}.exe`);
    return this.run({
      file,
      args,
      timeoutMs: PATIENCE_MS,
      env: { SystemRoot: win32.dirname(this.systemFolder), PATH: this.systemFolder },
    });
  }

  async succeeds(program: string, args: readonly string[]): Promise<boolean> {
    return (await this.try(program, args)).exit_code === 0;
  }

  /** The same, and it must succeed. @throws ServiceFault with its output */
  async must(program: string, args: readonly string[]): Promise<void> {
    const { exit_code, stdout, stderr, failure, timed_out } = await this.try(program, args);
    if (exit_code === 0) return;
    // nssm prints UTF-16.
    const said = (stderr.trim() || stdout.trim()).replaceAll('\0', '');
    const why = said || failure?.message || (timed_out ? 'it took too long' : 'failed');
    const line = [win32.basename(program), ...args].join(' ');
    throw new ServiceFault(`"${line}" ended with ${exit_code ?? 'no code'}: ${why}`);
  }
}
