import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRIVATE_MARKER } from '@kenny/contract/agent';
import { openForReading, resolveSafely } from './index.js';

describe('a file with a second name', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kenny-names-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function read(path: string): Promise<string> {
    const file = await openForReading(await resolveSafely(path, 'linux'));
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  }

  it('is not read when not everybody may: its other name may lie in a private folder', async () => {
    const secret = join(folder, 'private', 'secret');
    mkdirSync(join(folder, 'private'));
    writeFileSync(join(folder, 'private', PRIVATE_MARKER), '');
    writeFileSync(secret, 'secret', { mode: 0o600 });
    linkSync(secret, join(folder, 'open'));
    await expect(read(join(folder, 'open'))).rejects.toThrow('path_second_name');
  });

  it('is read when everybody may read it anyway', async () => {
    writeFileSync(join(folder, 'one'), 'public');
    chmodSync(join(folder, 'one'), 0o644);
    linkSync(join(folder, 'one'), join(folder, 'two'));
    expect(await read(join(folder, 'two'))).toBe('public');
  });

  it('is no matter for a file that has only one', async () => {
    writeFileSync(join(folder, 'one'), 'mine', { mode: 0o600 });
    expect(await read(join(folder, 'one'))).toBe('mine');
  });
});
