import { PRIVATE_MARKER } from '@kenny/contract/agent';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isBelowPrivateFolder,
  isPrivateFolder,
  judgeEntry,
  openFolder,
  openForReading,
  PathRefused,
  resolveSafely,
  sameFolderAs,
} from './index.js';

const os = process.platform === 'darwin' ? 'macos' : 'linux';

describe('safe opening', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'kenny-guard-')));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const at = (...names: string[]) => join(folder, ...names);
  const file = async (name: string, content = 'text') => {
    await writeFile(at(name), content, { mode: 0o644 });
    return at(name);
  };
  const ruleOf = async (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof PathRefused) return error.verdict.rule_id;
        throw error;
      },
    );
  const read = async (path: string) => {
    const handle = await openForReading(await resolveSafely(path, os));
    try {
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  };

  it('reads a regular file, also behind a link to a harmless place', async () => {
    await file('a.txt', 'content');
    await symlink(at('a.txt'), at('link'));
    expect(await read(at('a.txt'))).toBe('content');
    expect(await read(at('link'))).toBe('content');
  });

  it('judges where a link leads', async () => {
    await symlink('/etc/shadow', at('harmless.txt'));
    await symlink('/proc/self/environ', at('environment'));
    await symlink('/', at('root'));
    expect(await ruleOf(read(at('harmless.txt')))).toMatch(/^path_password_file/);
    expect(await ruleOf(read(at('environment')))).toMatch(/^path_process/);
    expect(await ruleOf(read(at('root', 'etc', 'shadow')))).toMatch(/^path_password_file/);
  });

  it('lets errors of the system through as they are', async () => {
    await expect(resolveSafely(at('missing'), os)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('hides a folder with the marker and everything below it, by any way in', async () => {
    await mkdir(at('secret', 'deep'), { recursive: true });
    await writeFile(at('secret', PRIVATE_MARKER), '');
    await writeFile(at('secret', 'deep', 'x.txt'), 'secret');
    await symlink(at('secret', 'deep'), at('way-in'));
    for (const path of [at('secret'), at('secret', 'deep', 'x.txt'), at('way-in', 'x.txt')])
      expect(await ruleOf(resolveSafely(path, os))).toBe('path_private_folder');
    expect(await isPrivateFolder(at('secret'))).toBe(true);
    expect(await isPrivateFolder(at('secret', 'deep'))).toBe(false);
    expect(await isBelowPrivateFolder(at('secret', 'deep'))).toBe(true);
    expect(await isBelowPrivateFolder(folder)).toBe(false);
  });

  it('takes a marker that is a broken link for a marker', async () => {
    await mkdir(at('secret'));
    await symlink('/nowhere', at('secret', PRIVATE_MARKER));
    expect(await isPrivateFolder(at('secret'))).toBe(true);
  });

  it('opens neither pipes nor sockets nor folders for reading', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const server = createServer();
    await new Promise<void>((listening) => server.listen(at('socket'), listening));
    try {
      for (const name of ['pipe', 'socket', '.'])
        expect(await ruleOf(read(join(folder, name)))).toBe('path_not_regular');
    } finally {
      await new Promise((closed) => server.close(closed));
    }
  });

  it('catches a file that was swapped for a link after it was judged', async () => {
    const path = await resolveSafely(await file('a.txt'), os);
    const secret = await file('b.txt', 'secret');
    await rm(path.real);
    await symlink(secret, path.real);
    expect(await ruleOf(openForReading(path))).toMatch(/^path_(?:changed|not_regular)$/);
  });

  it('catches a folder above that was swapped for a link after the path was judged', async () => {
    await mkdir(at('one'));
    await mkdir(at('two'));
    await file('one/a.txt', 'open');
    await file('two/a.txt', 'secret');
    const path = await resolveSafely(at('one', 'a.txt'), os);
    await rename(at('one'), at('gone'));
    await symlink(at('two'), at('one'));
    expect(await ruleOf(openForReading(path))).toBe('path_changed');
  });

  it('lists the folder that was judged, not one put in its place', async () => {
    await mkdir(at('one'));
    await mkdir(at('two'));
    await file('one/open.txt');
    await file('two/secret.txt');
    const path = await resolveSafely(at('one'), os);
    const opened = await openFolder(path);
    try {
      expect(await readdir(opened.path)).toEqual(['open.txt']);
      await opened.verify();
      await rename(at('one'), at('gone'));
      await rename(at('two'), at('one'));
      if (os === 'linux') expect(await readdir(opened.path)).toEqual(['open.txt']);
      expect(await ruleOf(opened.verify())).toBe('path_changed');
    } finally {
      await opened.close();
    }
  });

  it('notices that a folder is another one than before', async () => {
    await mkdir(at('one'));
    const path = await resolveSafely(at('one'), os);
    const judged = await lstat(path.real, { bigint: true });
    await expect(sameFolderAs(path, judged)).resolves.toBeUndefined();
    await rename(at('one'), at('gone'));
    await mkdir(at('one'));
    expect(await ruleOf(sameFolderAs(path, judged))).toBe('path_changed');
  });

  it('judges an entry by its name', async () => {
    const path = await resolveSafely(folder, os);
    expect(judgeEntry(path, '.ssh').blocked).toBe(true);
    expect(judgeEntry(path, 'notes.txt').blocked).toBe(false);
  });
});
