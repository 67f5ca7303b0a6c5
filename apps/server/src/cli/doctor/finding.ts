import { ClientError } from '@kenny/client';
import { EXIT_CODES, type ExitCode } from '@kenny/contract/client';
import { CliError, exitOf } from '../errors.js';
import { look, say, type Look, type Shown } from '../output/shown.js';

export type FindingState = 'ok' | 'warn' | 'fail' | 'skip';

export interface Finding {
  readonly check: string;
  readonly state: FindingState;
  readonly says: string;
  /** What to do about it. */
  readonly next?: string;
  /** Of the whole command, when this is what failed; 1 unless given. */
  readonly exit?: ExitCode;
}

/** A failed request as a finding. */
export function failedFinding(check: string, error: unknown): Finding {
  if (error instanceof CliError) {
    return { check, state: 'fail', says: error.message, exit: error.exit };
  }
  if (error instanceof ClientError) {
    const says = `${error.message} [${error.code}]`;
    return { check, state: 'fail', says, exit: exitOf(error.code, error.status) };
  }
  throw error;
}

/** Exit code: unreachable first, then the first failure. */
export function exitOfFindings(findings: readonly Finding[]): ExitCode {
  const exits = findings
    .filter(({ state }) => state === 'fail')
    .map(({ exit }) => exit ?? EXIT_CODES.failed);
  if (exits.includes(EXIT_CODES.unreachable)) return EXIT_CODES.unreachable;
  return exits[0] ?? EXIT_CODES.ok;
}

const LOOKS: Readonly<Record<FindingState, Look>> = {
  ok: 'green',
  warn: 'yellow',
  fail: 'red',
  skip: 'dim',
};

export function findingLines(findings: readonly Finding[]): Shown[] {
  const widest = Math.max(...findings.map(({ check }) => check.length));
  return findings.flatMap(({ check, state, says, next }) => {
    const head = say`${look(state.padEnd(4), LOOKS[state])}  ${check.padEnd(widest)}`;
    const [first = '', ...rest] = says.split('\n');
    const indent = ' '.repeat(4 + 2 + widest + 2);
    return [
      say`${head}  ${first}`,
      ...[...rest, ...(next === undefined ? [] : [next])].map((line) => say`${indent}${line}`),
    ];
  });
}
