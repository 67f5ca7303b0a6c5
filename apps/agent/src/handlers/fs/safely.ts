import type { AgentToolName, Os } from '@kenny/contract/agent';
import { PathRefused, resolveSafely, type PrivateFiles, type SafePath } from '@kenny/guard/fs';
import { lstat } from 'node:fs/promises';
import type { CallGuard } from '../../control/agent-guard.js';
import { ToolFailure } from '../../errors/tool-failure.js';
import { errorCode } from '../../errors/error-code.js';

export interface PathGuard {
  os: Os;
  /** Custom path rules apply to the target of a link as well. */
  judge: CallGuard['judge'];
  /** Current files of kenny on this PC. */
  privateFiles: () => Promise<PrivateFiles>;
}

/**
 * Judges a path as given and as resolved, then lets the tool use it. Errors of the guard and the
 * system become wire errors.
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

/** @throws ToolFailure */
export async function mustBeFolder({ real }: SafePath): Promise<void> {
  if ((await lstat(real)).isDirectory()) return;
  throw new ToolFailure('not_found', 'this is not a folder; fs_read reads files');
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
