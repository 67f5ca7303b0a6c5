import { constants, accessSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { invalid } from './refusal.js';

/** Folders of the machine that the editor runs on: labels of conversations, and where exports go. */
export class LocalWorkspace {
  /** @param launch - the folder that the process was started in */
  constructor(private readonly launch: string) {}

  /**
   * The real path of a folder; without one the launch folder's.
   * @throws RpcError `invalid_params` when there is no such folder
   */
  rootOf(workspaceRoot: string | undefined): string {
    const named = expanded(workspaceRoot ?? this.launch);
    try {
      const root = realpathSync.native(resolve(this.launch, named));
      if (statSync(root).isDirectory()) return root;
    } catch {
      // A path that cannot be read is no folder for us either.
    }
    throw invalid(`Workspace root is not an existing directory: ${named}`);
  }

  /** As `workspace/info` answers (seed 004). */
  info(workspaceRoot: string | undefined) {
    const root = this.rootOf(workspaceRoot);
    return { root, basename: basename(root), writable: isWritable(root) };
  }
}

function expanded(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
