import type { AgentToolName, Os } from '@kenny/contract/agent';
import { PathRefused, resolveSafely, type PrivateFiles, type SafePath } from '@kenny/guard/fs';
import type { CallGuard } from '../../control/agent-guard.js';
import { ToolFailure } from '../../errors/tool-failure.js';
import { errorCode } from '../../errors/error-code.js';

/** What the file tools judge paths with. */
export interface PathGuard {
  os: Os;
  /** The operators' path rules hold for where a link leads as well. */
  judge: CallGuard['judge'];
  /** What kenny on this PC is set up with, as it is now. */
  privateFiles: () => Promise<PrivateFiles>;
}

/**
 * Judges a path as it was given and where it leads, then lets the tool work with the result. What
 * the guard and the system say is turned into the words of the wire.
 * @throws ToolFailure
 */
export async function safely<R>(
  tool: AgentToolName,
  argument: { name: 'path' | 'root'; path: string },
  guard: PathGuard,
  work: (path: SafePath) => Promise<R>,
): Promise<R> {
  try {
    const path = await resolveSafely(argument.path, guard.os);
    const refused = await guard.judge(tool, { [argument.name]: path.real });
    if (refused) throw new ToolFailure('blocked', refused.message);
    return await work(path);
  } catch (error) {
    throw asFailure(error);
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof PathRefused) return new ToolFailure('blocked', error.message);
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ToolFailure('not_found', 'there is no such file or folder on this PC');
    case 'EACCES':
    case 'EPERM':
      return new ToolFailure('exec_failed', "the agent's account may not read this");
    case 'ELOOP':
      return new ToolFailure('exec_failed', 'too many symbolic links');
    case 'ENAMETOOLONG':
      return new ToolFailure('bad_args', 'the path is too long for this PC');
    default:
      return error;
  }
}
