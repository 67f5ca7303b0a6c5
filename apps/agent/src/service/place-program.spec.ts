import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { placeProgram, removeLink } from './place-program.js';
import { servicePaths } from './service-paths.js';

const folder = temporaryFolder();
const BUNDLE = '#!/usr/bin/env node\nconsole.log(1);\n';

async function aFile(name: string, content = BUNDLE): Promise<string> {
  const file = join(folder.path, name);
  await writeFile(file, content);
  return file;
}

describe('placing the program', () => {
  it('copies an executable as it is, and puts a link where people look', async () => {
    const paths = servicePaths(folder.path);
    await placeProgram({ file: await aFile('exe', '\u007fELF'), node: undefined }, paths);
    expect(await readFile(paths.program, 'utf8')).toBe('\u007fELF');
    expect((await stat(paths.program)).mode & 0o777).toBe(0o755);
    expect(await realpath(paths.command)).toBe(await realpath(paths.program));
  });

  it('lets a bundle start with the very Node that installed it', async () => {
    const paths = servicePaths(folder.path);
    await placeProgram({ file: await aFile('a.cjs'), node: '/opt/node/bin/node' }, paths);
    expect(await readFile(paths.program, 'utf8')).toBe('#!/opt/node/bin/node\nconsole.log(1);\n');
    // Repaired by itself it stays the same.
    await chmod(paths.program, 0o600);
    await placeProgram({ file: paths.program, node: '/opt/node/bin/node' }, paths);
    expect((await stat(paths.program)).mode & 0o777).toBe(0o755);
    expect(await readFile(paths.program, 'utf8')).toContain('console.log(1)');
  });

  it.each(["it's here", 'a\tb', 'x'.repeat(200)])(
    'also when the kernel cannot read the path of that Node in a first line (%j)',
    async (name) => {
      const paths = servicePaths(folder.path);
      const node = join(folder.path, name, 'node');
      await mkdir(dirname(node));
      await symlink(process.execPath, node);
      const bundle = 'console.log(JSON.stringify([process.argv0, process.argv.slice(2)]));\n';
      await placeProgram({ file: await aFile('a.cjs', bundle), node }, paths);
      const { stdout, stderr } = spawnSync(paths.program, ['run', 'a b', '$HOME']);
      expect(stderr.toString()).toBe('');
      expect(JSON.parse(stdout.toString())).toEqual([node, ['run', 'a b', '$HOME']]);
    },
  );

  it('takes the place of an agent that was put there by hand', async () => {
    const paths = servicePaths(folder.path);
    await mkdir(dirname(paths.command), { recursive: true });
    await writeFile(paths.command, 'by hand');
    await placeProgram({ file: await aFile('exe', 'new'), node: undefined }, paths);
    expect(await readFile(paths.command, 'utf8')).toBe('new');
  });
});

describe('taking the link away', () => {
  it('takes only our own', async () => {
    const paths = servicePaths(folder.path);
    await removeLink(paths);
    await mkdir(dirname(paths.command), { recursive: true });
    await writeFile(paths.command, 'by hand');
    await removeLink(paths);
    expect(await readFile(paths.command, 'utf8')).toBe('by hand');
  });

  it('takes ours even when the program is gone', async () => {
    const paths = servicePaths(folder.path);
    await mkdir(dirname(paths.command), { recursive: true });
    await symlink('../lib/kenny-agent/kenny-agent', paths.command);
    await removeLink(paths);
    await expect(readFile(paths.command)).rejects.toThrow(/ENOENT/);
    await symlink('/nowhere/else', paths.command);
    await removeLink(paths);
    await expect(stat(paths.command)).rejects.toThrow(/ENOENT/);
  });
});
