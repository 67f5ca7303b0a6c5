import { SERVER_FILES } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDurably } from '../../config/index.js';
import { KennyError } from '../../kernel/index.js';
import type { AgentType } from '../types/index.js';
import { GitError, type GitPlace } from './git.js';
import { isWithin } from './system-view.js';
import {
  branchOf,
  diffOf,
  isClean,
  removeWorktree,
  repositoryOf,
  worktreeFor,
  type Worktree,
} from './worktree.js';

/** Where one task works, on the server's disk. */
export interface Workspace {
  readonly host: string;
  readonly worktree: Worktree | null;
}

const PRIVATE = 0o700;

/** Folders of tasks and homes of agent types, all below the data folder. */
export class Workspaces {
  constructor(private readonly dataDir: string) {}

  /** Made when it is not there; work of an earlier run stays as it was left. */
  async prepare(task_id: string, type: AgentType, place: GitPlace): Promise<Workspace> {
    const own = this.folderOf(task_id);
    await mkdir(this.taskFolder(task_id), { recursive: true, mode: PRIVATE });
    if (type.workspace === null) {
      await mkdir(own, { recursive: true, mode: PRIVATE });
      return { host: own, worktree: null };
    }
    const folder = await this.ofServer(type.workspace, 'workspace');
    const repository = await this.asked(() => repositoryOf(folder));
    if (repository === null) return { host: folder, worktree: null };
    const worktree = await this.asked(() =>
      worktreeFor({ repository, folder: own, task_id }, place),
    );
    createDurably(this.recordOf(task_id), JSON.stringify(worktree));
    return { host: own, worktree };
  }

  /**
   * What a path of an agent type really leads to.
   * @throws KennyError `unavailable` when it is not there, or leads to what is kenny's own
   */
  async ofServer(path: string, what: string): Promise<string> {
    const real = await realpath(path).catch(() => null);
    if (real === null) throw new KennyError('unavailable', `${what}: ${path} is not there`);
    const data = await realpath(this.dataDir);
    if (isWithin(data, real)) {
      throw new KennyError('unavailable', `${what}: ${path} lies in kenny's own data folder`);
    }
    return real;
  }

  /** Where the agents of a type keep their logins, over all tasks. */
  async home(type_id: string): Promise<string> {
    const home = this.homeOf(type_id);
    await mkdir(home, { recursive: true, mode: PRIVATE });
    return home;
  }

  async inHome(type_id: string, path: string): Promise<string> {
    const folder = join(await this.home(type_id), path);
    await mkdir(folder, { recursive: true, mode: PRIVATE });
    return folder;
  }

  /** Files that name the user inside the sandbox: without them programs take it for broken. */
  async identity(task_id: string, user: { name: string; id: number }): Promise<string[]> {
    const { name, id } = user;
    const texts = {
      passwd: `${name}:x:${id}:${id}::/home/${name}:/bin/sh\n`,
      group: `${name}:x:${id}:\n`,
    };
    return Promise.all(
      Object.entries(texts).map(async ([file, text]) => {
        const path = join(this.taskFolder(task_id), file);
        await writeFile(path, text);
        return path;
      }),
    );
  }

  homeOf(type_id: string): string {
    return join(this.dataDir, SERVER_FILES.agentHomes, type_id);
  }

  /** Null when the task works in no repository. */
  async diff(task_id: string, place: GitPlace): Promise<string | null> {
    const worktree = await this.worktreeOf(task_id);
    return worktree && this.asked(() => diffOf(worktree, place));
  }

  /**
   * Takes away what a task that is no more has left. A working tree in which something is not
   * committed stays: its place is the answer.
   */
  async remove(task_id: string, place: GitPlace): Promise<string | null> {
    const worktree = await this.worktreeOf(task_id);
    if (worktree) {
      if (!(await this.asked(() => isClean(worktree, place)))) return worktree.folder;
      await this.asked(() => removeWorktree(worktree, place));
    }
    await rm(this.taskFolder(task_id), { recursive: true, force: true });
    return null;
  }

  /** As it was written down: what lies in the tree itself may be the agent's own. */
  private async worktreeOf(task_id: string): Promise<Worktree | null> {
    const text = await readFile(this.recordOf(task_id), 'utf8').catch(() => null);
    const record: unknown = text === null ? null : JSON.parse(text);
    if (!isObject(record)) return null;
    const { repository, gitDir } = record;
    if (typeof repository !== 'string' || typeof gitDir !== 'string') return null;
    return { folder: this.folderOf(task_id), branch: branchOf(task_id), repository, gitDir };
  }

  private recordOf(task_id: string): string {
    return join(this.taskFolder(task_id), 'worktree.json');
  }

  private taskFolder(task_id: string): string {
    return join(this.dataDir, SERVER_FILES.taskFolders, task_id);
  }

  private folderOf(task_id: string): string {
    return join(this.taskFolder(task_id), 'workspace');
  }

  /** Git's own words are for whoever owns the server. */
  private async asked<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      throw new KennyError('unavailable', `git: ${error.message}`);
    }
  }
}
