import { check, describeIssues } from '@kenny/contract/agent';
import { PrivateFiles } from '@kenny/guard/fs';
import { FakeClock } from '@kenny/testing';
import { chmod, link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import type { ToolFailure } from '../../errors/tool-failure.js';
import { fsFolderSizes, shareDisk } from './fs-folder-sizes.js';
import type { PathGuard } from './safely.js';

const KIB = 1024;
const folder = temporaryFolder();
const at = (...parts: string[]): string => join(folder.path, ...parts);
const guard: PathGuard = {
  os: 'linux',
  judge: () => Promise.resolve(undefined),
  privateFiles: () => PrivateFiles.at([]),
};

async function sizes(path: string, clock = new FakeClock(), signal = new AbortController().signal) {
  const context = { signal, deadlineMs: 60_000 };
  const result = await fsFolderSizes(guard, clock)({ path }, context);
  expect(describeIssues(check('result:fs_folder_sizes', structuredClone(result)))).toBe('');
  return result;
}

/** Every look at it costs a third of a minute. */
function hurried(): FakeClock {
  const clock = new FakeClock();
  const monotonic = clock.monotonic.bind(clock);
  return Object.assign(clock, { monotonic: () => (clock.advance(20_000), monotonic()) });
}

async function fill(kib: number, ...parts: string[]): Promise<void> {
  await mkdir(at(...parts.slice(0, -1)), { recursive: true });
  await writeFile(at(...parts), Buffer.alloc(kib * KIB, 1));
}

describe('fs_folder_sizes', () => {
  it('adds up what lies in each folder, the largest first, and the files beside them', async () => {
    await fill(64, 'small', 'a');
    await fill(128, 'large', 'a');
    await fill(256, 'large', 'deep', 'deeper', 'b');
    await fill(32, 'file');
    await mkdir(at('empty'));
    expect(await sizes(folder.path)).toEqual({
      folders: [
        { name: 'large', bytes: 384 * KIB },
        { name: 'small', bytes: 64 * KIB },
        { name: 'empty', bytes: 0 },
      ],
      files_bytes: 32 * KIB,
    });
  });

  it('counts a file with several names once, and follows no link', async () => {
    await fill(64, 'one', 'file');
    await mkdir(at('two'));
    await link(at('one', 'file'), at('two', 'again'));
    await symlink(at('one'), at('door'));
    await symlink(at('one'), at('one', 'loop'));
    const { folders } = await sizes(folder.path);
    expect(folders.map(({ name }) => name).sort()).toEqual(['one', 'two']);
    expect(folders.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(64 * KIB);
  });

  it('says of what it may not look into that it may be larger', async () => {
    await fill(64, 'open', 'file');
    await fill(64, 'private', 'file');
    await fill(0, 'private', '.kenny-private');
    await fill(64, 'home', '.ssh', 'file');
    const { folders, truncated } = await sizes(folder.path);
    expect(truncated).toBe(true);
    expect(folders).toEqual([
      { name: 'open', bytes: 64 * KIB },
      { name: 'home', bytes: 0, partial: true },
      { name: 'private', bytes: 0, partial: true },
    ]);
  });

  it('names a folder that its account may not read', async () => {
    await fill(64, 'locked', 'file');
    await chmod(at('locked'), 0);
    try {
      const [locked] = (await sizes(folder.path)).folders;
      // Root reads it all the same.
      const whole = { name: 'locked', bytes: 64 * KIB };
      expect(locked).toEqual(
        process.getuid?.() === 0 ? whole : { ...whole, bytes: 0, partial: true },
      );
    } finally {
      await chmod(at('locked'), 0o700);
    }
  });

  it('gives what it has when its time is nearly over', async () => {
    await fill(64, 'a', 'file');
    await fill(64, 'b', 'file');
    const { folders, truncated } = await sizes(folder.path, hurried());
    expect(truncated).toBe(true);
    expect(folders.map(({ name }) => name).sort()).toEqual(['a', 'b']);
    expect(folders.every(({ partial }) => partial)).toBe(true);
  });

  it('ends soon in a folder with many others when its time is over', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, nr) => fill(1, 'mail', `f${nr}`, 'file')));
    const clock = new FakeClock();
    const monotonic = clock.monotonic.bind(clock);
    let looks = 0;
    const counting = Object.assign(clock, {
      monotonic: () => ((looks += 1), clock.advance(2_000), monotonic()),
    });
    const { folders } = await sizes(folder.path, counting);
    expect(folders).toEqual([expect.objectContaining({ name: 'mail', partial: true })]);
    expect(looks).toBeLessThan(60);
  });

  it('takes subvolumes of one btrfs for one disk, and nothing else with another device', () => {
    const btrfs = { type: 0x9123683e, blocks: 1_000 };
    expect(shareDisk(btrfs, { ...btrfs })).toBe(true);
    expect(shareDisk(btrfs, { ...btrfs, blocks: 7 })).toBe(false);
    expect(shareDisk({ type: 0xef53, blocks: 1 }, { type: 0xef53, blocks: 1 })).toBe(false);
  });

  it('names a hundred, and says that there are more', async () => {
    await Promise.all(Array.from({ length: 101 }, (_, nr) => mkdir(at(`f${nr}`))));
    const { folders, truncated } = await sizes(folder.path);
    expect([folders.length, truncated]).toEqual([100, true]);
  });

  it('refuses a file, what is not there, and what the guard hides', async () => {
    await fill(1, 'file');
    await fill(0, 'private', '.kenny-private');
    const codes = await Promise.all(
      [at('file'), at('missing'), at('private')].map((path) =>
        sizes(path).catch((error: unknown) => (error as ToolFailure).code),
      ),
    );
    expect(codes).toEqual(['not_found', 'not_found', 'blocked']);
  });

  it('stops when the call is ended', async () => {
    await fill(1, 'a', 'file');
    await expect(sizes(folder.path, undefined, AbortSignal.abort())).rejects.toThrow(/abort/i);
  });

  it('does not enter another file system', async () => {
    const { folders } = await sizes('/', hurried());
    const names = folders.map(({ name }) => name);
    expect(names).toContain('etc');
    expect(names).not.toContain('proc');
  });
});
