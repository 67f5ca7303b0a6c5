import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
