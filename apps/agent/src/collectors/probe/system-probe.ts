import { type Clock, systemClock } from '@kenny/kernel';
import { statfs } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { findProgram, type ProgramResult, runProgram } from '../../platform/run-program.js';
import { loadMeter } from '../load/load-meter.js';
import type { Probe, ProgramOptions, ProgramOutput, VolumeSize } from './probe.js';
import { SystemFiles } from './system-files.js';

const PROGRAM_TIMEOUT_MS = 5_000;
/** Larger than any list of services; the rest is dropped. */
const PROGRAM_OUTPUT_BYTES = 1024 * 1024;

/** The probe of this PC. */
export function systemProbe(
  signal: AbortSignal,
  { clock = systemClock, root = '/' }: { clock?: Clock; root?: string } = {},
): Probe {
  return {
    files: new SystemFiles(root),
    clock,
    load: loadMeter,
    signal,
    run: (program, args, options) => run(program, args, signal, options),
    pause: (ms) => pause(clock, ms, signal),
    addresses: networkInterfaces,
    volumeSize,
  };
}

async function run(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  { timeoutMs = PROGRAM_TIMEOUT_MS, exitCodes = [0] }: ProgramOptions = {},
): Promise<ProgramOutput> {
  const file = await findProgram(program);
  if (file === undefined) {
    const reason = `${program} is not installed`;
    return { ok: false, installed: false, reason, exitCode: null, said: '' };
  }
  const maxOutputBytes = PROGRAM_OUTPUT_BYTES;
  const result = await runProgram({ file, args, timeoutMs, signal, maxOutputBytes });
  return outputOf(program, result, exitCodes, timeoutMs);
}

/** Translates a finished program's result for probes. */
export function outputOf(
  program: string,
  result: ProgramResult,
  exitCodes: readonly number[],
  timeoutMs: number,
): ProgramOutput {
  if (result.exit_code !== null && exitCodes.includes(result.exit_code)) {
    return { ok: true, stdout: result.stdout };
  }
  const reason = whyNot(program, result, timeoutMs);
  return { ok: false, installed: true, reason, exitCode: result.exit_code, said: saidBy(result) };
}

function saidBy({ stderr, stdout }: ProgramResult): string {
  const [line = ''] = `${stderr}\n${stdout}`.trim().split('\n', 1);
  return line.trim().slice(0, 200);
}

/** One line for the operator, with the program's own error if it printed one. */
function whyNot(program: string, result: ProgramResult, timeoutMs: number): string {
  if (result.failure) return `${program}: ${result.failure.message}`;
  if (result.timed_out) return `${program} did not end within ${timeoutMs / 1000} s`;
  if (result.aborted) return `${program} was stopped at the probe's deadline`;
  const words = saidBy(result);
  const end = result.signal ?? `exit code ${result.exit_code}`;
  return words === '' ? `${program} failed (${end})` : `${program}: ${words} (${end})`;
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      timer.cancel();
      reject(new Error('stopped while waiting'));
    };
    const timer = clock.setTimer(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** Unanswered calls by mount point. */
const asked = new Map<string, Promise<VolumeSize>>();

/**
 * A call that hangs (a dying disk) holds one of the few threads that all file access shares, so the
 * same mount is not asked again until it has answered.
 */
function volumeSize(mount: string): Promise<VolumeSize> {
  const open = asked.get(mount);
  if (open) return open;
  const answer = sizeOf(mount).finally(() => asked.delete(mount));
  asked.set(mount, answer);
  return answer;
}

async function sizeOf(mount: string): Promise<VolumeSize> {
  const { bsize, blocks, bfree, bavail } = await statfs(mount);
  return { total: blocks * bsize, free: bfree * bsize, available: bavail * bsize };
}
