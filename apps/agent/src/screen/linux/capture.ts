import { AGENT_CHILD_COMMANDS, CAPS } from '@kenny/contract/agent';
import { ToolFailure } from '../../errors/tool-failure.js';
import { parseJson } from '../../platform/json.js';
import { pictureResult, type Picture } from '../picture-result.js';
import { ownCommand } from '../../platform/own-command.js';
import type { ReadingContext } from '../../platform/platform.js';
import { runProgram } from '../../platform/run-program.js';
import { findDesktop } from './find-desktop.js';
import { NO_TOOL_EXIT } from './take-picture.js';

/** The dispatcher's deadline comes first. */
const LONGEST_MS = 120_000;

/**
 * Screenshot of this PC, taken by a child that runs as the user whose screens they are: nothing of
 * theirs is read or run as root, and their own display server decides.
 */
export async function captureLinuxScreen(context: ReadingContext): Promise<Picture> {
  const desktop = await findDesktop(context);
  const { file, args } = ownCommand();
  const result = await runProgram({
    file,
    args: [...args, AGENT_CHILD_COMMANDS.picture, desktop.kind],
    env: desktop.env,
    ...(process.getuid?.() === 0 ? { user: { uid: desktop.uid, gid: desktop.gid } } : {}),
    timeoutMs: LONGEST_MS,
    signal: context.signal,
    maxOutputBytes: 2 * CAPS.screenBytes,
  });
  if (result.failure) {
    throw new ToolFailure('exec_failed', `the screenshot failed: ${result.failure.message}`);
  }
  if (result.aborted || result.timed_out) {
    throw new ToolFailure('timeout', 'the screen was not captured in time');
  }
  if (result.exit_code !== 0) {
    const why = result.stderr.trim().split('\n').at(-1)?.slice(0, 300);
    const code = result.exit_code === NO_TOOL_EXIT ? 'unsupported' : 'exec_failed';
    throw new ToolFailure(code, why || `the picture was not taken (exit code ${result.exit_code})`);
  }
  return pictureResult(parseJson(result.stdout));
}
