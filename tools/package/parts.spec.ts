import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partFolder } from './parts.mjs';

describe('a part of the package for Windows', () => {
  let cache: string;
  beforeEach(() => (cache = mkdtempSync(join(tmpdir(), 'kenny-parts-'))));
  afterEach(() => rmSync(cache, { recursive: true, force: true }));

  /** As a registry packs: everything below one folder. */
  function anArchive(): { bytes: Buffer; sha512: string } {
    const folder = mkdtempSync(join(cache, 'registry-'));
    mkdirSync(join(folder, 'package'));
    writeFileSync(join(folder, 'package/node.exe'), 'MZ');
    execFileSync('tar', ['-czf', 'a.tgz', 'package'], { cwd: folder });
    const bytes = readFileSync(join(folder, 'a.tgz'));
    rmSync(folder, { recursive: true });
    return { bytes, sha512: createHash('sha512').update(bytes).digest('base64') };
  }

  it('is taken only with the checksum that is pinned, and then kept', async () => {
    const { bytes, sha512 } = anArchive();
    const asked: string[] = [];
    const fetch = (wanted: string, folder: string): Promise<string> => {
      asked.push(wanted);
      writeFileSync(join(folder, 'a.tgz'), bytes);
      return Promise.resolve('a.tgz');
    };
    const part = { name: '@x/part', version: '1.2.3', sha512 };
    const other = sha512.startsWith('A') ? 'B' : 'A';
    const wrong = { ...part, sha512: other + sha512.slice(1) };
    await expect(partFolder(wrong, cache, fetch)).rejects.toThrow(/not the one that is pinned/);
    expect(readdirSync(cache)).toEqual([]);
    const folder = await partFolder(part, cache, fetch);
    expect(readFileSync(join(folder, 'node.exe'), 'utf8')).toBe('MZ');
    expect(await partFolder(part, cache, fetch)).toBe(folder);
    expect(asked).toEqual(['@x/part@1.2.3', '@x/part@1.2.3']);
  });
});
