import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeOnSmallDisk } from '@kenny/testing';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { acquireLock, lockHolder } from './instance-lock.js';

const folder = temporaryFolder();
const file = (): string => join(folder.path, 'agent.lock');

/** A process that only waits, and its start as the kernel counts it. */
async function bystander(): Promise<{ pid: number; started: string; end: () => Promise<void> }> {
  const child = spawn('/bin/sleep', ['600'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { pid, started, end };
}

describe('the lock of a state folder', () => {
  it('is held by one and free again after its release', async () => {
    const first = await acquireLock(file());
    expect(await acquireLock(file())).toEqual({ holder: { pid: process.pid } });
    if ('release' in first) await first.release();
    expect(await lockHolder(file())).toBeUndefined();
    expect(await acquireLock(file())).toHaveProperty('release');
  });

  it('is taken by exactly one of many that come at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => acquireLock(file())));
    expect(all.filter((lock) => 'release' in lock)).toHaveLength(1);
  });

  it('is not kept by a process that was killed', async () => {
    const holder = await bystander();
    await writeFile(file(), JSON.stringify({ pid: holder.pid, started: holder.started }));
    expect(await acquireLock(file())).toEqual({ holder: { pid: holder.pid } });
    await holder.end();
    expect(await acquireLock(file())).toHaveProperty('release');
  });

  it('is not kept by another process that got the same number', async () => {
    const other = await bystander();
    await writeFile(file(), JSON.stringify({ pid: other.pid, started: '1' }));
    expect(await acquireLock(file())).toHaveProperty('release');
    await other.end();
  });

  it.each(['', 'garbage', '{"pid":-1}', '{"pid":"1"}', '[]'])(
    'is not kept by a file that holds %j',
    async (content) => {
      await writeFile(file(), content);
      expect(await acquireLock(file())).toHaveProperty('release');
    },
  );
});

const runner = { describe, beforeEach, afterEach, afterAll };
describeOnSmallDisk(runner, 'the lock of a state folder on a full disk', 1, (disk) => {
  const small = (): string => join(disk.folder, 'agent.lock');
  beforeEach(() => disk.fill());

  it('is held by one, and free again after its release', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => acquireLock(small())));
    const taken = all.flatMap((lock) => ('release' in lock ? [lock] : []));
    expect(taken).toHaveLength(1);
    expect(await acquireLock(small())).toEqual({ holder: { pid: process.pid } });
    await taken[0]?.release();
    expect(await acquireLock(small())).toHaveProperty('release');
  });

  it('is seen by whoever comes when there is room again, and not kept by a dead one', async () => {
    const holder = await bystander();
    await symlink(JSON.stringify({ pid: holder.pid, started: holder.started }), small());
    disk.makeRoom();
    expect(await acquireLock(small())).toEqual({ holder: { pid: holder.pid } });
    await holder.end();
    expect(await acquireLock(small())).toHaveProperty('release');
  });
});
