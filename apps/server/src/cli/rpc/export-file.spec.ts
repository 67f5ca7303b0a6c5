import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExport } from './export-file.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'kenny-export-')));
});
afterEach(() => rmSync(root, { recursive: true }));

const fresh = { overwrite: false };

it('writes a file that only this user can read', async () => {
  mkdirSync(join(root, 'notes'));
  const file = await writeExport(root, 'notes/chat.md', '# Chat\n', fresh);
  expect(file).toBe(join(root, 'notes/chat.md'));
  expect(readFileSync(file, 'utf8')).toBe('# Chat\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('replaces a file only when it is told to', async () => {
  await writeExport(root, 'chat.md', 'old', fresh);
  await expect(writeExport(root, 'chat.md', 'new', fresh)).rejects.toThrow('"overwrite": true');
  const file = await writeExport(root, 'chat.md', 'new', { overwrite: true });
  expect(readFileSync(file, 'utf8')).toBe('new');
});

it.each(['../chat.md', '/etc/chat.md', '', '.', 'a/../../chat.md'])(
  'does not leave its folder: %s',
  async (path) => {
    await expect(writeExport(root, path, 'x', fresh)).rejects.toMatchObject({
      code: -32602,
      message: `export path outside workspace or session directory: ${path}`,
    });
  },
);

it('follows no symbolic link, neither to a folder nor to a file', async () => {
  symlinkSync(tmpdir(), join(root, 'out'));
  symlinkSync(join(root, 'elsewhere.md'), join(root, 'chat.md'));
  for (const [path, overwrite] of [
    ['out/chat.md', false],
    ['chat.md', false],
    ['chat.md', true],
  ] as const) {
    await expect(writeExport(root, path, 'x', { overwrite })).rejects.toThrow('symbolic link');
  }
});

it('says why a file cannot be written', async () => {
  await expect(writeExport(root, 'missing/chat.md', 'x', fresh)).rejects.toThrow(
    'missing/chat.md cannot be written: there is no such file or folder.',
  );
});
