import {
  chmodSync,
  linkSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForReading, PrivateFiles, resolveSafely } from './index.js';

describe('files that kenny is set up with', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(mkdtempSync(join(tmpdir(), 'kenny-own-')));
    writeFileSync(at('key'), 'secret');
    chmodSync(at('key'), 0o644);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const at = (name: string) => join(folder, name);
  const read = async (path: string, own: readonly string[] = [at('key')]) => {
    const safe = await resolveSafely(path, 'linux');
    const handle = await openForReading(safe, await PrivateFiles.at(own));
    try {
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  };

  it('are refused under every name that they have', async () => {
    linkSync(at('key'), at('hard'));
    symlinkSync(at('key'), at('soft'));
    for (const name of ['key', 'hard', 'soft'])
      await expect(read(at(name))).rejects.toThrow('path_private_file');
  });

  it('may be named by a link themselves', async () => {
    symlinkSync(at('key'), at('named'));
    await expect(read(at('key'), [at('named')])).rejects.toThrow('path_private_file');
  });

  it('are those that lie there now', async () => {
    writeFileSync(at('new'), 'newer secret');
    renameSync(at('new'), at('key'));
    await expect(read(at('key'))).rejects.toThrow('path_private_file');
  });

  it('keep nothing else closed, and one that is missing does no harm', async () => {
    writeFileSync(at('other'), 'public');
    expect(await read(at('other'), [at('key'), at('missing')])).toBe('public');
  });
});
