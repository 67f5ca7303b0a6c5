import { PRIVATE_MARKER } from '@kenny/contract/agent';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder, openForReading, PathRefused, resolveSafely } from './index.js';
import { MountTable } from './mounts.js';

let folder: string;
const mounted: string[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'kenny-mounts-')));
});
afterEach(() => {
  for (const point of mounted.splice(0).reverse()) execFileSync('umount', [point]);
  rmSync(folder, { recursive: true });
});

const at = (...names: string[]) => join(folder, ...names);

/** Mounts, or says why not: that takes root, and a machine that lets root do it. */
function mount(point: string, ...args: string[]): boolean {
  try {
    execFileSync('mount', [...args, point], { stdio: ['ignore', 'pipe', 'pipe'] });
    mounted.push(point);
    return true;
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n').at(1) ?? error.message) : '';
    console.log(`not shown by a real mount on this machine: ${why.trim()}`);
    return false;
  }
}

async function ruleOf(path: string, kind: 'file' | 'folder' = 'file'): Promise<string> {
  try {
    const safe = await resolveSafely(path, 'linux');
    const opened = await (kind === 'file' ? openForReading(safe) : openFolder(safe));
    await opened.close();
    return 'opened';
  } catch (error) {
    if (error instanceof PathRefused) return error.verdict.rule_id;
    throw error;
  }
}

describe('a second view of the kernel', () => {
  it('shows the PC, and no process, wherever it is mounted', async () => {
    mkdirSync(at('jail'));
    if (!mount(at('jail'), '-t', 'proc', 'proc')) return;
    expect(await ruleOf(at('jail', 'uptime'))).toBe('opened');
    expect(await ruleOf(at('jail'), 'folder')).toBe('opened');
    const own = [`${process.pid}/environ`, `${process.pid}/cmdline`];
    const ofKernel = ['kcore', 'keys', 'sysrq-trigger'].filter((name) =>
      existsSync(`/proc/${name}`),
    );
    for (const name of [...own, ...ofKernel])
      expect([name, await ruleOf(at('jail', name))]).toEqual([name, 'path_kernel_file']);
    expect(await ruleOf(at('jail', String(process.pid)), 'folder')).toBe('path_kernel_file');
  });

  it('is known by a part of it, too', async () => {
    mkdirSync(at('process'));
    if (!mount(at('process'), '--bind', `/proc/${process.pid}`)) return;
    expect(await ruleOf(at('process', 'environ'))).toBe('path_kernel_file');
    expect(await ruleOf(at('process'), 'folder')).toBe('path_kernel_file');
  });

  it('is what it is under its own name', async () => {
    for (const name of ['/proc/uptime', '/proc/meminfo', '/proc/sys/vm/swappiness'])
      expect([name, await ruleOf(name)]).toEqual([name, 'opened']);
    expect(await ruleOf('/proc/sys/net/ipv4/tcp_fastopen_key')).toBe('path_kernel_file');
    expect(await ruleOf('/sys', 'folder')).toBe('opened');
  });
});

describe('a bind mount', () => {
  beforeEach(() => {
    mkdirSync(at('private', 'deep'), { recursive: true });
    mkdirSync(at('point'));
    writeFileSync(at('private', PRIVATE_MARKER), '');
    writeFileSync(at('private', 'deep', 'notes'), 'secret');
    writeFileSync(at('file'), '');
  });

  it('of a folder below a private one is as private', async () => {
    if (!mount(at('point'), '--bind', at('private', 'deep'))) return;
    expect(await ruleOf(at('point', 'notes'))).toBe('path_private_folder');
    expect(await ruleOf(at('point'), 'folder')).toBe('path_private_folder');
  });

  it('of one private file is as private', async () => {
    if (!mount(at('file'), '--bind', at('private', 'deep', 'notes'))) return;
    expect(await ruleOf(at('file'))).toBe('path_private_folder');
  });

  it('of a file that a rule names is refused by that rule', async () => {
    if (!mount(at('file'), '--bind', '/etc/shadow')) return;
    expect(await ruleOf(at('file'))).toMatch(/^path_password_file/);
  });

  it('of something harmless is read', async () => {
    mkdirSync(at('open'));
    writeFileSync(at('open', 'notes'), 'public');
    if (!mount(at('point'), '--bind', at('open'))) return;
    expect(await ruleOf(at('point', 'notes'))).toBe('opened');
  });
});

describe('the table of mounts', () => {
  it('tells the other paths, also where blanks stand in them and little of a disk is mounted', async () => {
    const handle = await open('/proc/uptime');
    const id = /mnt_id:\s*(\d+)/.exec(
      await (await open(`/proc/self/fdinfo/${handle.fd}`)).readFile('utf8'),
    )?.[1];
    const table = new MountTable(() =>
      Promise.resolve(
        `7 1 8:1 / / rw - ext4 x rw\n${id} 7 8:1 /srv/one\\040two /mnt rw - ext4 x rw\n` +
          `9 7 8:2 / /other rw - ext4 y rw\n10 7 8:1 /srv /export rw - ext4 x rw\n`,
      ),
    );
    expect(await table.placeOf(handle, '/mnt/a')).toEqual({
      inside: '/srv/one two/a',
      names: ['/srv/one two/a', '/mnt/a', '/export/one two/a'],
    });
    expect(await table.placeOf(handle, '/elsewhere')).toBeUndefined();
    await handle.close();
  });
});
