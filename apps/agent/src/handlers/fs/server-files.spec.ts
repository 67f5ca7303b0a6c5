import { FakeClock } from '@kenny/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { findServerFiles, privateFiles } from './server-files.js';

const folder = temporaryFolder();
const at = (...parts: string[]): string => join(folder.path, ...parts);
const running: ChildProcess[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.kill('SIGKILL');
});

/** A process whose command line and environment are those of a server. */
async function aServer(name: string, env: Record<string, string>): Promise<void> {
  await writeFile(at(name), "process.send('up'); setInterval(() => undefined, 1000);\n");
  const child = spawn(process.execPath, [at(name)], {
    cwd: folder.path,
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  running.push(child);
  await once(child, 'message');
}

/** The files of our folder among those found, by what they are. */
async function found(...names: string[]): Promise<boolean[]> {
  const files = await Promise.all((await findServerFiles()).map((path) => stat(path)));
  return Promise.all(
    names.map(async (name) => {
      const { dev, ino } = await stat(at(name));
      return files.some((file) => file.dev === dev && file.ino === ino);
    }),
  );
}

const onLinux = process.platform === 'linux' ? it : it.skip;
if (process.platform !== 'linux')
  console.log('skipped: only Linux shows how a program was started');

onLinux('finds what a server on this PC was started with', async () => {
  await mkdir(at('apart'));
  for (const name of ['token', 'apart/key.pem', 'other']) await writeFile(at(name), 's3cret');
  await aServer('kenny.mjs', {
    KENNY_OPERATOR_TOKEN_FILE: at('token'),
    KENNY_TLS_KEY: 'apart/key.pem',
    KENNY_TLS_CERT: at('other'),
    OTHER_FILE: at('other'),
  });
  expect(await found('token', 'apart/key.pem', 'other')).toEqual([true, true, false]);
});

onLinux('looks into the environment of no other program', async () => {
  await writeFile(at('token'), 's3cret');
  await aServer('nextcloud.mjs', { KENNY_OPERATOR_TOKEN_FILE: at('token') });
  expect(await found('token')).toEqual([false]);
});

it('looks again after a while, and not at every call', async () => {
  const clock = new FakeClock();
  let asked = 0;
  const files = privateFiles(['/own'], clock, () => Promise.resolve([`/found/${(asked += 1)}`]));
  expect(await files()).toEqual(['/own', '/found/1']);
  expect(await files()).toEqual(['/own', '/found/1']);
  clock.advance(10_000);
  expect(await files()).toEqual(['/own', '/found/2']);
});
