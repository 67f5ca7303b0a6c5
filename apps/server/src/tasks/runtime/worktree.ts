import { copyFile, lstat, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { git, GitError, type GitCall, type GitPlace } from './git.js';

/** A task's own working tree of a repository, and the branch that it is on. */
export interface Worktree {
  readonly folder: string;
  readonly branch: string;
  /** The repository's `.git`. */
  readonly repository: string;
  /** Of this tree alone, inside `repository`. */
  readonly gitDir: string;
}

export const branchOf = (task_id: string): string => `kenny/task-${task_id}`;

/**
 * The `.git` of a folder that is the top of a repository; null when it is none.
 * @throws GitError when the repository lies elsewhere: a file that an agent could have written says so
 */
export async function repositoryOf(folder: string): Promise<string | null> {
  const place = join(await realpath(folder), '.git');
  const found = await lstat(place).catch(() => null);
  if (found === null || found.isDirectory()) return found && place;
  throw new GitError(
    `${folder} is a working tree of a repository elsewhere; name that one's folder`,
  );
}

/** The task's tree, made at its first run and found again at the next. */
export async function worktreeFor(
  { repository, folder, task_id }: { repository: string; folder: string; task_id: string },
  place: GitPlace,
): Promise<Worktree> {
  const branch = branchOf(task_id);
  const known = await gitDirOf(repository, folder);
  if (known !== null) return { folder, branch, repository, gitDir: known };
  const call: GitCall = {
    ...{ cwd: dirname(repository), gitDir: repository },
    ...{ readable: [], writable: [dirname(repository), dirname(folder)] },
  };
  const reference = `refs/heads/${branch}`;
  const found = await git(place, call, 'for-each-ref', '--format=%(refname)', reference);
  const what = found.trim() === reference ? [folder, branch] : ['-b', branch, folder, 'HEAD'];
  await git(place, call, 'worktree', 'add', '--quiet', ...what);
  const made = await gitDirOf(repository, folder);
  if (made === null) throw new GitError(`git made no working tree at ${folder}`);
  return { folder, branch, repository, gitDir: made };
}

/** By the repository's own records: the `.git` of the tree is a file that anybody may have changed. */
async function gitDirOf(repository: string, folder: string): Promise<string | null> {
  const root = join(repository, 'worktrees');
  const real = await realpath(folder).catch(() => folder);
  for (const name of await readdir(root).catch(() => [])) {
    const text = await readFile(join(root, name, 'gitdir'), 'utf8').catch(() => '');
    if (text.trim() === join(real, '.git')) return join(root, name);
  }
  return null;
}

/** Everything that differs from where the branch began, also what git does not know yet. */
export async function diffOf(tree: Worktree, place: GitPlace): Promise<string> {
  const base = await baseOf(tree, place);
  return looking(tree, async (call) => {
    await git(place, call, 'add', '--all', '--', '.');
    const how = ['--cached', '--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];
    return git(place, call, 'diff', ...how, '--ignore-submodules=all', base);
  });
}

/** Whether the tree holds nothing but what its branch has; ignored files count as work too. */
export async function isClean(tree: Worktree, place: GitPlace): Promise<boolean> {
  const how = ['--porcelain', '--ignored=matching', '--ignore-submodules=none'];
  return looking(tree, async (call) => (await git(place, call, 'status', ...how)) === '');
}

/** The commit that the branch left the others at. */
async function baseOf({ repository, branch }: Worktree, place: GitPlace): Promise<string> {
  const call = { cwd: repository, gitDir: repository, readable: [repository], writable: [] };
  return (await git(place, call, 'merge-base', 'HEAD', `refs/heads/${branch}`)).trim();
}

/** Index and objects of what was not committed go elsewhere: looking changes nothing. */
async function looking<T>(
  { folder, repository, gitDir }: Worktree,
  act: (call: GitCall) => Promise<T>,
): Promise<T> {
  const own = await mkdtemp(join(await realpath(tmpdir()), 'kenny-diff-'));
  try {
    const index = join(own, 'index');
    await copyFile(join(gitDir, 'index'), index);
    return await act({
      ...{ cwd: folder, gitDir, workTree: folder },
      ...{ readable: [repository, folder], writable: [own] },
      env: {
        GIT_INDEX_FILE: index,
        GIT_OBJECT_DIRECTORY: own,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repository, 'objects'),
      },
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Takes away tree and branch; a branch with commits that no other has stays. */
export async function removeWorktree(tree: Worktree, place: GitPlace): Promise<void> {
  const { folder, repository, branch } = tree;
  const call: GitCall = {
    ...{ cwd: dirname(repository), gitDir: repository },
    ...{ readable: [], writable: [dirname(repository), dirname(folder)] },
  };
  await git(place, call, 'worktree', 'remove', '--force', folder);
  const merged = await git(place, call, 'branch', '--format=%(refname)', '--merged', 'HEAD');
  if (!merged.split('\n').includes(`refs/heads/${branch}`)) return;
  await git(place, call, 'branch', '--quiet', '--delete', branch);
}
