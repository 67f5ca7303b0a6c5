import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { findProgram } from './find-program.js';

describe('finding a program', () => {
  const folder = temporaryFolder();
  const put = async (name: string, mode: number): Promise<string> => {
    const file = join(folder.path, name);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, '#!/bin/sh\n');
    await chmod(file, mode);
    return file;
  };

  it('takes the first of PATH that can run, and no folder of its name', async () => {
    await mkdir(join(folder.path, 'a/agent'), { recursive: true });
    await put('b/agent', 0o644);
    const found = await put('c/agent', 0o755);
    const path = ['a', 'b', 'c'].map((name) => join(folder.path, name)).join(':');
    expect(await findProgram('agent', { cwd: '/', path })).toBe(found);
    const without = path.slice(0, path.lastIndexOf(':'));
    await expect(findProgram('agent', { cwd: '/', path: without })).rejects.toThrow(
      'may not be run',
    );
  });

  it('takes a name with a slash from the folder that the agent starts in', async () => {
    const found = await put('bin/agent', 0o755);
    expect(await findProgram('bin/agent', { cwd: folder.path, path: '/nowhere' })).toBe(found);
    await expect(findProgram('bin/agent', { cwd: '/', path: folder.path })).rejects.toThrow(
      'was not found (ENOENT)',
    );
  });
});
