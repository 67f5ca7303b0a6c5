import { type Clock, systemClock } from '@kenny/kernel';
import { getServers } from 'node:dns';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { cpus, freemem, networkInterfaces, tmpdir, totalmem, uptime } from 'node:os';
import { join } from 'node:path';
import { systemProgram } from '../platform/windows/environment.js';
import { ToolFailure } from '../errors/tool-failure.js';
import { errorCode } from '../errors/error-code.js';
import { type ProgramRequest, type ProgramResult, runProgram } from '../platform/run-program.js';
import {
  isRegistryKey,
  parseRegistryExport,
  parseRegistryQuery,
  type RegistryKey,
} from '../platform/windows/registry.js';
import { powershellBatch, readNative } from '../platform/windows/readers.js';
import { readWingetUpdates, systemWinget } from '../platform/windows/winget.js';
import { POWERSHELL_PARTS } from './powershell-parts.js';
import type { CpuTimes } from './load/counters.js';
import { loadMeter } from './load/load-meter.js';
import { cpuTimesOf } from './load/windows.js';
import type { ProgramOptions, ProgramOutput } from './probe/probe.js';
import { outputOf } from './probe/system-probe.js';
import { cannotRead, Unreadable } from '../errors/unreadable.js';
import type { WindowsMachine } from './windows-machine.js';

const REG_MS = 10_000;
/** Exports of the keys that we read are a few kilobytes. */
const REG_BYTES = 2 * 1024 * 1024;

const powershell = powershellBatch(POWERSHELL_PARTS);

/** This Windows PC. */
export function windowsProbe(signal: AbortSignal, clock: Clock = systemClock): WindowsMachine {
  return {
    clock,
    load: loadMeter,
    signal,
    addresses: networkInterfaces,
    nameServers: getServers,
    uptimeSecs: uptime,
    processorTimes,
    memorySizes: () => ({ total: totalmem(), available: freemem() }),
    registry: (key, options) => readRegistry(key, signal, options),
    folder: listFolder,
    native: (part) => readNative(part, signal),
    run: (program, args, options) => runSystemProgram(program, args, signal, options),
    updates: () => wingetUpdates(signal),
    powershell: (part) => powershell.ask(part, signal),
  };
}

export function processorTimes(): CpuTimes | undefined {
  return cpuTimesOf(cpus());
}

function runSystemProgram(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  { timeoutMs = REG_MS, exitCodes = [0] }: ProgramOptions = {},
): Promise<ProgramOutput> {
  const file = systemProgram(program);
  return runProgram({ file, args, timeoutMs, signal, maxOutputBytes: REG_BYTES }).then((result) => {
    const output = outputOf(program, result, exitCodes, timeoutMs);
    // A program that prints nothing and reports success is no answer.
    if (!output.ok || output.stdout.trim() !== '') return output;
    const reason = `${program} ended well and said nothing`;
    return { ok: false, installed: true, reason, exitCode: 0, said: '' };
  });
}

/**
 * `reg query` prints in a code page; where characters matter (`exact`) and one is not ASCII, again
 * with `reg export`, which is UTF-16 but includes all that is below.
 */
async function readRegistry(
  key: string,
  signal: AbortSignal,
  { exact = false }: { exact?: boolean } = {},
): Promise<RegistryKey | undefined> {
  if (!isRegistryKey(key)) throw new TypeError(`not a registry key: ${key}`);
  // For an existing empty key `reg` prints nothing, so silence is an answer; a missing one is exit
  // code 1, like nearly everything else.
  const query = await runProgram(regProgram(['query', key], signal));
  if (query.exit_code === 1) return undefined;
  if (query.exit_code !== 0) throw unreadableOf(query);
  const asked = parseRegistryQuery(query.stdout, key);
  if (!exact || isPlain(query.stdout)) return asked;
  return (await exported(key, signal)) ?? asked;
}

/** Characters outside the code page are printed as question marks. */
function isPlain(text: string): boolean {
  return /^[\t\r\n\x20-\x3e\x40-\x7e]*$/.test(text);
}

function regProgram(args: readonly string[], signal: AbortSignal): ProgramRequest {
  return { file: systemProgram('reg'), args, timeoutMs: REG_MS, signal, maxOutputBytes: REG_BYTES };
}

function unreadableOf(result: ProgramResult): Unreadable {
  const output = outputOf('reg', result, [], REG_MS);
  return new Unreadable(output.ok ? 'reg failed' : output.reason);
}

async function exported(key: string, signal: AbortSignal): Promise<RegistryKey | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kenny-'));
  try {
    const file = join(folder, 'key.reg');
    const result = await runProgram(regProgram(['export', key, file, '/y'], signal));
    if (result.exit_code !== 0) throw unreadableOf(result);
    return parseRegistryExport(await readFile(file), key);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function listFolder(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw cannotRead(path, error);
  }
}

async function wingetUpdates(signal: AbortSignal): ReturnType<WindowsMachine['updates']> {
  try {
    return await readWingetUpdates(systemWinget, { signal });
  } catch (error) {
    if (error instanceof ToolFailure) throw new Unreadable(error.message);
    throw error;
  }
}
