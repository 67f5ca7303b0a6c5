import { AGENT_CHILD_COMMANDS, CAPS } from '@kenny/contract/agent';
import { at, parseJson, textAt } from '../platform/json.js';
import { ToolFailure } from '../errors/tool-failure.js';
import { runProgram } from '../platform/run-program.js';
import { ownCommand } from '../platform/own-command.js';
import type { SessionOutcome } from './ask-session.js';
import type { SessionAction } from './session-protocol.js';

/** The dispatcher's deadline ends everything before. */
const LONGEST_MS = 120_000;

/** Asks the helper in the session in front of the screen. @throws ToolFailure when nobody can be asked */
export type AskSession = (action: SessionAction, signal: AbortSignal) => Promise<SessionOutcome>;

/**
 * Through a child: the calls into Windows that tell who listens at a pipe can break a process, and
 * those that wait hold one up.
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
    throw new ToolFailure('timeout', 'the session of the person at the PC did not answer in time');
  }
  const outcome = readOutcome(result.stdout);
  if (outcome) return outcome;
  const why = result.failure?.message ?? result.stderr.trim().split('\n', 1)[0]?.slice(0, 200);
  throw new ToolFailure(
    'exec_failed',
    `the session of the person at the PC cannot be asked: ${why || 'no reason'}`,
  );
};

/** Undefined for everything that is no outcome. */
export function readOutcome(text: string): SessionOutcome | undefined {
  const line = parseJson(text.trim());
  if (at(line, 'ok') === true) return { ok: true, value: at(line, 'value') };
  const reason = textAt(line, 'reason');
  if (reason === undefined) return undefined;
  return { ok: false, reason, nobody: at(line, 'nobody') === true };
}
