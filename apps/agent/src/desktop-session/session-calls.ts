import { AGENT_CHILD_COMMANDS, CAPS } from '@kenny/contract/agent';
import { at, parseJson, textAt } from '../platform/json.js';
import { ToolFailure } from '../errors/tool-failure.js';
import { runProgram } from '../platform/run-program.js';
import { ownCommand } from '../platform/own-command.js';
import type { SessionOutcome } from './ask-session.js';
import type { SessionAction } from './session-protocol.js';

/** The dispatcher's deadline comes first. */
const LONGEST_MS = 120_000;

/** Asks the helper of the active session. @throws ToolFailure when there is none to ask */
export type AskSession = (action: SessionAction, signal: AbortSignal) => Promise<SessionOutcome>;

/**
 * Uses a child process: the native calls that identify a pipe's listener can crash a process, and
 * those that wait block it.
 */
export const askThisSession: AskSession = async (action, signal) => {
  const { file, args } = ownCommand();
  const result = await runProgram({
    file,
    args: [...args, AGENT_CHILD_COMMANDS.askSession, action],
    timeoutMs: LONGEST_MS,
    signal,
    maxOutputBytes: 2 * CAPS.screenBytes,
  });
  if (result.aborted || result.timed_out) {
    throw new ToolFailure('timeout', 'the desktop session did not answer in time');
  }
  const outcome = readOutcome(result.stdout);
  if (outcome) return outcome;
  const why = result.failure?.message ?? result.stderr.trim().split('\n', 1)[0]?.slice(0, 200);
  throw new ToolFailure(
    'exec_failed',
    `the session of the person at the PC cannot be asked: ${why || 'no reason'}`,
  );
};

/** Undefined for anything that is not an outcome. */
export function readOutcome(text: string): SessionOutcome | undefined {
  const line = parseJson(text.trim());
  if (at(line, 'ok') === true) return { ok: true, value: at(line, 'value') };
  const reason = textAt(line, 'reason');
  if (reason === undefined) return undefined;
  return { ok: false, reason, nobody: at(line, 'nobody') === true };
}
