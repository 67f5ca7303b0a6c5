import { AGENT_CHILD_COMMANDS } from '@kenny/contract/agent';
import { runProgram } from '../run-program.js';
import type { NativePart } from './native/parts.js';
import { ownCommand } from '../own-command.js';
import { PART_RUNNER } from './part-runner-script.js';
import { PartBatch, type StartParts } from './part-batch.js';
import { runPowershell, whyPowershellFailed } from './powershell.js';

/** A process that is silent for so long hangs in its current part. */
const NATIVE_PART_MS = 10_000;
const POWERSHELL_PART_MS = 15_000;
/** The batch ends a process long before. */
const PROCESS_MS = 120_000;

const startNative: StartParts = async (parts, onStdout, signal) => {
  const { file, args } = ownCommand();
  const result = await runProgram({
    file,
    args: [...args, AGENT_CHILD_COMMANDS.collect, '--parts', parts.join(',')],
    timeoutMs: PROCESS_MS,
    signal,
    onStdout,
    // `onStdout` reads it as it arrives, so little is kept.
    maxOutputBytes: 64 * 1024,
  });
  if (result.failure) return `the reading process: ${result.failure.message}`;
  if (result.exit_code === 0) return undefined;
  const words = result.stderr.trim().split('\n', 1)[0]?.slice(0, 200);
  return words || `the reading process ended with exit code ${result.exit_code}`;
};

/** `scripts`: the script of each part; all run in one PowerShell, one after the other. */
export function startPowershell(
  scripts: Readonly<Record<string, string>>,
  program?: string,
  runner = PART_RUNNER,
): StartParts {
  return async (parts, onStdout, signal) => {
    const result = await runPowershell({
      script: runner,
      arguments: { parts: parts.map((part) => ({ part, script: scripts[part] ?? '' })) },
      timeoutMs: PROCESS_MS,
      signal,
      onStdout,
      maxOutputBytes: 64 * 1024,
      ...(program === undefined ? {} : { program }),
    });
    return whyPowershellFailed(result);
  };
}

const native = new PartBatch({
  name: 'the reading process',
  start: startNative,
  partDeadlineMs: NATIVE_PART_MS,
});

/** Reads one native part in a child. @throws Unreadable */
export function readNative(part: NativePart, signal: AbortSignal): Promise<unknown> {
  return native.ask(part, signal);
}

export function powershellBatch(scripts: Readonly<Record<string, string>>): PartBatch {
  return new PartBatch({
    name: 'PowerShell',
    start: startPowershell(scripts),
    partDeadlineMs: POWERSHELL_PART_MS,
  });
}
