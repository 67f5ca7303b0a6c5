import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemFiles } from './system-files.js';

describe(SystemFiles.name, () => {
  let root = '';
  let files: SystemFiles;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'kenny-files-'));
    files = new SystemFiles(root);
    await mkdir(join(root, 'folder/inner'), { recursive: true });
    await writeFile(join(root, 'lines'), 'one\ntwo\nthree');
    await writeFile(join(root, 'huge'), `${'x'.repeat(300_000)}\nlast\n`);
    await writeFile(join(root, 'binary'), Buffer.from([0xff, 0xfe, 0x41, 0x80]));
    await writeFile(join(root, 'number'), ' 42 \n');
    await symlink('folder', join(root, 'link'));
  });
  afterAll(() => rm(root, { recursive: true }));

  it('reads at most the cap', async () => {
    expect(await files.read('/lines', 5)).toBe('one\nt');
    expect((await files.read('/huge')).length).toBe(256 * 1024);
  });

  it('reads files of /proc, which have no size', async () => {
    expect(await new SystemFiles().read('/proc/self/mountinfo')).toContain(' / ');
  });

  it('reads bytes that are not text without failing', async () => {
    expect(await files.read('/binary')).toBe('\ufffd\ufffdA\ufffd');
  });

  it('says which file could not be read, and why', async () => {
    await expect(files.read('/none')).rejects.toThrow('/none does not exist');
    await expect(files.read('/folder')).rejects.toThrow('/folder is not a regular file');
    await expect(files.list('/none')).rejects.toThrow('/none does not exist');
    await expect(files.readIfThere('/folder')).rejects.toThrow('not a regular file');
  });

  it('tells what is not there from what resists', async () => {
    expect(await files.readIfThere('/none')).toBeUndefined();
    expect(await files.readIfThere('/lines/below')).toBeUndefined();
    expect(await files.listIfThere('/none')).toEqual([]);
    expect(await files.attribute('/none')).toBeUndefined();
  });

  it('reads numbers and nothing like numbers', async () => {
    expect(await files.number('/number')).toBe(42);
    expect(await files.number('/lines')).toBeUndefined();
  });

  it('visits line by line until told to stop, and does not grow with a file without breaks', async () => {
    const seen: string[] = [];
    await files.eachLine('/lines', 1_000, (line) => (seen.push(line) === 2 ? 'stop' : undefined));
    expect(seen).toEqual(['one', 'two']);
    const lengths: number[] = [];
    await files.eachLine('/huge', 1_000_000, (line) => void lengths.push(line.length));
    expect(Math.max(...lengths)).toBeLessThan(200_000);
    expect(lengths.at(-1)).toBe(4);
  });

  it('reads the end of a log, beginning with a whole line', async () => {
    expect(await files.lastLines('/lines', 8)).toBe('three');
    expect(await files.lastLines('/lines', 100)).toBe('one\ntwo\nthree');
    expect((await files.lastBytes('/lines', 3))?.toString()).toBe('ree');
    expect(await files.lastLines('/none', 8)).toBeUndefined();
    await expect(files.lastBytes('/folder', 8)).rejects.toThrow('not a regular file');
  });

  it('knows when something was changed', async () => {
    expect(await files.modified('/lines')).toBeGreaterThan(Date.parse('2020-01-01'));
    expect(await files.modified('/none')).toBeUndefined();
  });

  it('lists sorted and capped, and knows folders and links', async () => {
    expect(await files.list('/', 100)).toEqual([
      'binary',
      'folder',
      'huge',
      'lines',
      'link',
      'number',
    ]);
    expect(await files.list('/', 2)).toHaveLength(2);
    expect(await files.linkName('/link')).toBe('folder');
    expect(await files.linkName('/lines')).toBeUndefined();
    expect(await files.isFolder('/link')).toBe(true);
    expect(await files.isFolder('/lines')).toBe(false);
  });
});
