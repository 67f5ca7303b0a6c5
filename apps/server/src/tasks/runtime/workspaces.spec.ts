import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buildAgentctl } from '@kenny/testing';
import { describeWith } from '../../../test/programs-here.js';
import { aType, RuntimeWorld, SAY, type Told } from '../../../test/runtime-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const newDir = tempDirs();

describeWith(['bwrap', 'jq', 'git'], 'the workspace of a task', () => {
  let agentctl: string;
  let world: RuntimeWorld;
  let dataDir: string;

  beforeAll(async () => {
    agentctl = await buildAgentctl(newDir());
  }, 60_000);
  beforeEach(() => {
    dataDir = join(newDir(), 'data');
    world = new RuntimeWorld(dataDir, { agentctl });
  });
  afterEach(() => world.stop());

  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });

  /** A repository with one commit. */
  function repository(): string {
    const folder = realpathSync(newDir());
    git(folder, 'init', '--quiet', '--initial-branch=main');
    for (const [key, value] of [
      ['user.name', 'Anna'],
      ['user.email', 'anna@example.com'],
    ]) {
      git(folder, 'config', key ?? '', value ?? '');
    }
    writeFileSync(join(folder, 'read.me'), 'one\n');
    writeFileSync(join(folder, '.gitignore'), '*.log\n');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '-m', 'first');
    return folder;
  }

  const start = (
    script: string,
    workspace: string | null,
    task_id: string = randomUUID(),
  ): Promise<Told> =>
    world.start(aType({ command: ['/bin/bash', '-c', `${SAY}${script}\nread -r _`], workspace }), {
      task_id,
    });

  it('is an empty folder of its own, and is there again at the next run', async () => {
    const first = await start('pwd; say "$(ls -A)"; echo mine > file; say ready', null);
    expect(await first.said()).toBe('');
    expect(await first.said()).toBe('ready');
    expect(first.agent.workspace).toMatchObject({ cwd: '/workspace', git: null });
    await first.agent.dispose();
    const again = await start('say "$(cat file)"', null, first.run.task_id);
    expect(await again.said()).toBe('mine');
    expect(await world.runtimes.diff(first.run.task_id)).toBeNull();
    await again.agent.dispose();
    expect(await world.runtimes.forget(first.run.task_id)).toBeNull();
    expect(existsSync(join(dataDir, 'tasks', first.run.task_id))).toBe(false);
  });

  it('is the folder of its type', async () => {
    const folder = realpathSync(newDir());
    const told = await start('echo x > from-agent; say ready', folder);
    expect(await told.said()).toBe('ready');
    expect(readFileSync(join(folder, 'from-agent'), 'utf8')).toBe('x\n');
    expect(told.agent.workspace).toEqual({ host: folder, cwd: '/workspace', git: null });
    await told.agent.dispose();
    await world.runtimes.forget(told.run.task_id);
    expect(existsSync(join(folder, 'from-agent'))).toBe(true);
  });

  it('is never a folder of kenny, by whatever name', async () => {
    mkdirSync(join(dataDir, 'blobs'), { recursive: true });
    const link = join(newDir(), 'link');
    symlinkSync(join(dataDir, 'blobs'), link);
    for (const workspace of [dataDir, join(dataDir, 'blobs'), link]) {
      await expect(start('', workspace)).rejects.toMatchObject({
        ...{ code: 'unavailable', message: expect.stringContaining('data folder') as string },
      });
    }
    await expect(start('', '/nothing/here')).rejects.toMatchObject({
      message: 'workspace: /nothing/here is not there',
    });
  });

  it('shows nothing of kenny when it is a folder around it', async () => {
    writeFileSync(join(dataDir, 'server.key'), 'secret');
    const around = join(dataDir, '..');
    const told = await start('say "$(ls -A data; cat data/server.key 2>&1)"', around);
    expect(await told.said()).toContain('No such file');
  });

  describe('in a repository', () => {
    it('is a working tree on a branch of its own; others are not touched', async () => {
      const folder = repository();
      const told = await start(
        `say "$(git status --porcelain; git log --format=%s; git branch --show-current)"
         echo two >> read.me; mkdir new; printf 'fresh\\n' > new/file; echo x > a.log; say ready`,
        folder,
      );
      const { task_id } = told.run;
      expect(await told.said()).toBe(`first\nkenny/task-${task_id}`);
      expect(await told.said()).toBe('ready');
      expect(told.agent.workspace.git).toEqual({ branch: `kenny/task-${task_id}` });
      const diff = (await world.runtimes.diff(task_id)) ?? '';
      expect(diff).toContain('+two');
      expect(diff).toContain('+++ b/new/file');
      expect(diff).not.toContain('a.log');
      expect(readFileSync(join(folder, 'read.me'), 'utf8')).toBe('one\n');
      expect(git(folder, 'status', '--porcelain')).toBe('');
    });

    it('is kept with the task’s end as long as something in it is not committed', async () => {
      const folder = repository();
      const told = await start('echo two >> read.me; say ready', folder);
      await told.said();
      await told.agent.dispose();
      const { task_id } = told.run;
      const kept = await world.runtimes.forget(task_id);
      expect(kept).toBe(told.agent.workspace.host);
      expect(readFileSync(join(kept ?? '', 'read.me'), 'utf8')).toBe('one\ntwo\n');
      git(kept ?? '', 'commit', '--quiet', '--all', '-m', 'by hand');
      expect(await world.runtimes.forget(task_id)).toBeNull();
      // The commit is on no other branch.
      expect(git(folder, 'branch', '--list', `kenny/task-${task_id}`)).not.toBe('');
    });

    it('is kept for a file that git ignores, too', async () => {
      const told = await start('echo x > notes.log; say ready', repository());
      await told.said();
      await told.agent.dispose();
      expect(await world.runtimes.forget(told.run.task_id)).not.toBeNull();
    });

    it('goes with its branch when nothing was done', async () => {
      const folder = repository();
      const told = await start('say ready', folder);
      await told.said();
      await told.agent.dispose();
      expect(await world.runtimes.forget(told.run.task_id)).toBeNull();
      expect(git(folder, 'branch', '--list')).toBe('* main\n');
      expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
    });

    it('is found again by the next run, with what was not committed', async () => {
      const folder = repository();
      const first = await start('echo two >> read.me; say ready', folder);
      await first.said();
      await first.agent.dispose();
      const again = await start('say "$(cat read.me)"', folder, first.run.task_id);
      expect(await again.said()).toBe('one\ntwo');
    });

    it('does not let an agent change the repository, or lead git elsewhere', async () => {
      const folder = repository();
      const told = await start(
        `git commit --quiet --allow-empty -m evil 2>/dev/null && say committed
         (echo x > ${folder}/.git/config) 2>/dev/null && say wrote
         (echo 'gitdir: /tmp' > .git) 2>/dev/null && say led
         rm -f .git 2>/dev/null && say removed
         mv .git .old 2>/dev/null && say moved
         say "$(cat ${folder}/read.me 2>&1)"`,
        folder,
      );
      expect(await told.said()).toContain('No such file');
    });

    it('starts nothing that an agent has left in it when kenny looks at it', async () => {
      const folder = repository();
      const proof = join(newDir(), 'proof');
      const told = await start(
        `git init --quiet inner
         git -C inner config core.fsmonitor 'touch ${proof}; false'
         git -C inner config core.hooksPath /workspace/hooks
         mkdir hooks; for hook in pre-commit post-checkout post-index-change; do
           printf '#!/bin/sh\\ntouch ${proof}\\n' > hooks/$hook; chmod +x hooks/$hook; done
         git -C inner -c user.name=x -c user.email=x commit --quiet --no-verify --allow-empty -m x
         echo '* filter=evil diff=evil' > .gitattributes
         echo '[filter "evil"] clean = touch ${proof}' > .gitconfig
         say ready`,
        folder,
      );
      await told.said();
      const { task_id } = told.run;
      expect(await world.runtimes.diff(task_id)).toContain('.gitattributes');
      await told.agent.dispose();
      expect(await world.runtimes.forget(task_id)).not.toBeNull();
      expect(existsSync(proof)).toBe(false);
    });

    it('of a folder in which an earlier agent has made a repository, starts nothing outside the sandbox', async () => {
      const folder = realpathSync(newDir());
      const proof = join(newDir(), 'proof');
      const first = await start(
        `git init --quiet .; git config user.name x; git config user.email x
         echo '* filter=evil' > .gitattributes; echo x > file
         git add .; git commit --quiet -m x
         git config filter.evil.smudge 'touch ${proof}; cat'
         git config core.fsmonitor 'touch ${proof}'; say ready`,
        folder,
      );
      expect(await first.said()).toBe('ready');
      await first.agent.dispose();
      const second = await start('say ready', folder);
      expect(await second.said()).toBe('ready');
      await world.runtimes.diff(second.run.task_id);
      expect(existsSync(proof)).toBe(false);
    });

    it('is refused where the repository lies elsewhere', async () => {
      const folder = realpathSync(newDir());
      writeFileSync(join(folder, '.git'), `gitdir: ${repository()}/.git\n`);
      await expect(start('', folder)).rejects.toMatchObject({
        ...{ code: 'unavailable', message: expect.stringContaining('elsewhere') as string },
      });
    });

    it('tells in git’s own words when there is nothing to begin from', async () => {
      const folder = realpathSync(newDir());
      git(folder, 'init', '--quiet');
      await expect(start('', folder)).rejects.toMatchObject({
        ...{ code: 'unavailable', message: expect.stringMatching(/^git: /) as string },
      });
    });
  });
});
