import { randomUUID } from 'node:crypto';
import { systemProgram } from './environment.js';
import { type ProgramRequest, type ProgramResult, runProgram } from '../run-program.js';
import { inJob } from './in-job.js';
import { POWERSHELL_ARGS } from './powershell-bootstrap.js';

export interface PowershellRequest extends Pick<
  ProgramRequest,
  'timeoutMs' | 'signal' | 'maxOutputBytes' | 'onStdout'
> {
  /** PowerShell 5.1. Its one parameter, `param($arguments)`, is what `arguments` holds. */
  script: string;
  /** Travels as JSON: data, never part of the script. */
  arguments?: unknown;
  /** Our own scripts stop at the first error; operators' continue, as at the prompt. */
  onError?: 'Stop' | 'Continue';
  /** Default: PowerShell of this PC, in a job. */
  program?: string;
}

export interface PowershellResult extends ProgramResult {
  /** False: whatever the exit code, PowerShell never reached the script. */
  began: boolean;
}

/** Windows PowerShell 5.1, at the same place on every supported Windows. */
export function powershellProgram(): string {
  return systemProgram('WindowsPowerShell\\v1.0\\powershell');
}

/**
 * Runs one script until it ends or its deadline passes: then the whole tree is ended. Never throws.
 */
export async function runPowershell(request: PowershellRequest): Promise<PowershellResult> {
  const { script, onError = 'Stop', program, ...limits } = request;
  const mark = randomUUID();
  const stdin = asciiJson({
    mark,
    on_error: onError,
    script,
    arguments: request.arguments ?? null,
  });
  const result = await runProgram({
    ...(program === undefined
      ? inJob(powershellProgram(), POWERSHELL_ARGS)
      : { file: program, args: POWERSHELL_ARGS }),
    stdin: `${stdin}\n`,
    timeoutMs: limits.timeoutMs,
    signal: limits.signal,
    ...(limits.maxOutputBytes === undefined ? {} : { maxOutputBytes: limits.maxOutputBytes }),
    ...(limits.onStdout === undefined ? {} : { onStdout: limits.onStdout }),
  });
  const [first = ''] = result.stdout.split('\n', 1);
  const began = first.trim() === mark;
  return {
    ...result,
    began,
    stdout: began ? result.stdout.slice(first.length + 1) : result.stdout,
  };
}

/** Why the script gave no answer, in one line; undefined when it completed with exit code 0. */
export function whyPowershellFailed(result: PowershellResult): string | undefined {
  if (result.failure) return `PowerShell: ${result.failure.message}`;
  if (result.timed_out) return 'PowerShell did not end within its time';
  if (result.aborted) return 'PowerShell was stopped at the deadline';
  const words = firstLine(result.stderr);
  if (!result.began) {
    const end = `it ended with exit code ${result.exit_code}`;
    return `PowerShell did not run the script${words === '' ? `: ${end} and said nothing` : `: ${words}`}`;
  }
  if (result.exit_code === 0) return undefined;
  return words === ''
    ? `PowerShell ended with exit code ${result.exit_code}`
    : `PowerShell: ${words}`;
}

function firstLine(text: string): string {
  return (/\S.*/.exec(text)?.[0] ?? '').trim().slice(0, 300);
}

/** Sends ASCII only, so that no code page can spoil a character. */
function asciiJson(value: unknown): string {
  // A surrogate pair becomes two escapes, which JSON decodes to one character.
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
