import { constants } from 'node:os';
import { ToolFailure } from '../errors/tool-failure.js';
import type { Platform } from '../platform/platform.js';
import { runProgram, type ProgramResult } from '../platform/run-program.js';
import { serviceGroup } from '../platform/run-group.js';
import type { Handler } from '../dispatch/handler.js';

/** `shell_exec`: one command line for the system's shell. */
export function shellExec(shell: NonNullable<Platform['shell']>): Handler<'shell_exec'> {
  return async ({ command }, { signal, deadlineMs }) => {
    const { file, args } = shell;
    // The dispatcher has the deadline; its signal ends the whole tree.
    const timeoutMs = 2 * deadlineMs;
    const apart = { service: await serviceGroup() };
    const program = { file, args: [...args, command], apart };
    const result = await runProgram({ ...program, timeoutMs, signal });
    if (result.failure) throw new ToolFailure('exec_failed', `${file}: ${result.failure.message}`);
    if (result.aborted || result.timed_out) {
      throw new ToolFailure('timeout', 'the command was ended early');
    }
    return {
      stdout: result.stdout,
      stderr: result.stderr,
      exit_code: exitCodeOf(result),
      ...(result.truncated ? { truncated: true } : {}),
    };
  };
}

/** 128 plus the signal's number, as in every shell. */
function exitCodeOf({ exit_code, signal }: ProgramResult): number {
  if (exit_code !== null) return exit_code;
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}
