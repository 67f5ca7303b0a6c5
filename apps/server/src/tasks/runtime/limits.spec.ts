import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@kenny/kernel';
import { tempDirs } from '../../../test/temp-dir.js';
import { groupPlaces, makeGroup, removeGroups, type ControlGroup } from './control-groups.js';
import { limited } from './limits.js';

const newDir = tempDirs();
const V2 = '36 25 0:30 / /sys/fs/cgroup rw shared:9 - cgroup2 cgroup2 rw,nsdelegate';
const V1 = [
  '40 30 0:35 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
  '41 30 0:36 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct',
].join('\n');

describe('groups may be made', () => {
  it('at the top of the tree', () => {
    expect(groupPlaces('0::/\n', V2)).toEqual([
      { folder: '/sys/fs/cgroup', version: 2, controllers: ['memory', 'cpu', 'pids'] },
    ]);
  });

  it('beside the server, in a branch that was given to it', () => {
    const own = '0::/system.slice/kenny.service/kenny-server\n';
    expect(groupPlaces(own, V2)).toMatchObject([
      { folder: '/sys/fs/cgroup/system.slice/kenny.service' },
    ]);
  });

  it('nowhere in a branch that is somebody else’s', () => {
    expect(groupPlaces('0::/system.slice/kenny.service\n', V2)).toEqual([]);
    expect(groupPlaces('0::/\n', '')).toEqual([]);
    expect(groupPlaces('', V2)).toEqual([]);
  });

  it('by each controller of the first version where it is', () => {
    expect(
      groupPlaces('4:memory:/own\n3:cpu,cpuacct:/\n2:freezer:/\n1:name=systemd:/', V1),
    ).toEqual([
      { folder: '/sys/fs/cgroup/memory/own', version: 1, controllers: ['memory'] },
      { folder: '/sys/fs/cgroup/cpu,cpuacct', version: 1, controllers: ['cpu'] },
    ]);
  });
});

describe('a group', () => {
  const LIMITS = { memory_mb: 256, cpu_cores: 0.5, processes: 100 };

  it('holds nothing where the kernel made no files, and leaves nothing behind', async () => {
    const folder = newDir();
    const place = { folder, version: 2 as const, controllers: ['memory', 'cpu', 'pids'] };
    const group = await makeGroup([place], 'kenny-task-x', LIMITS, systemClock);
    expect(group.holds).toEqual({ memory: false, cpu: false, processes: false });
    expect(group.joins).toEqual([]);
    expect(existsSync(join(folder, 'kenny-task-x'))).toBe(false);
    const nowhere = { ...place, folder: join(folder, 'nothing') };
    expect((await makeGroup([nowhere], 'x', LIMITS, systemClock)).joins).toEqual([]);
  });

  it('is removed also when the last of its processes ends by itself meanwhile', async () => {
    const folder = newDir();
    const own = join(folder, 'kenny-task-x');
    mkdirSync(own);
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(own, 'cgroup.procs'), `${pid}\n`);
    const clock = {
      ...systemClock,
      setTimer: (run: () => void) => {
        rmSync(own, { recursive: true });
        return systemClock.setTimer(run, 0);
      },
    };
    const place = { folder, version: 1 as const, controllers: ['memory'] };
    await removeGroups([place], 'kenny-task-x', clock);
    expect(existsSync(own)).toBe(false);
  });

  it('is as large as its type says, where this machine allows it', async () => {
    const read = (file: string): string => readFileSync(file, 'utf8');
    const places = groupPlaces(read('/proc/self/cgroup'), read('/proc/self/mountinfo'));
    const name = `kenny-task-spec-${process.pid}`;
    const group = await makeGroup(places, name, LIMITS, systemClock);
    try {
      if (!group.holds.memory) {
        process.stdout.write('not on this machine: no control group for memory can be made\n');
        return;
      }
      const folders = group.joins.map((file) => file.slice(0, -'/cgroup.procs'.length));
      const [memory = ''] = folders
        .flatMap((folder) => ['memory.max', 'memory.limit_in_bytes'].map((f) => join(folder, f)))
        .filter((file) => existsSync(file));
      expect(read(memory).trim()).toBe(String(256 * 1024 * 1024));
      const { command } = limited(['/bin/cat', '/proc/self/cgroup'], aLimit(), machine(group));
      const [file = '', ...words] = command;
      expect(execFileSync(file, words, { encoding: 'utf8' })).toContain(name);
      const stays = limited(['/bin/sh', '-c', 'echo in; sleep 1000'], aLimit(), machine(group));
      const [program = '', ...args] = stays.command;
      const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      await once(child.stdout, 'data');
      const ended = once(child, 'exit');
      await group.remove();
      expect(await ended).toEqual([null, 'SIGKILL']);
    } finally {
      await group.remove();
    }
    expect(group.joins.filter((file) => existsSync(file))).toEqual([]);
  });
});

const aLimit = () => ({ memory_mb: 256, cpu_cores: 1.5 });
const NO_GROUP: ControlGroup = {
  holds: { memory: false, cpu: false, processes: false },
  joins: [],
  remove: () => Promise.resolve(),
};
const machine = (group: ControlGroup, cores = 8) => ({
  ...{ group, cores },
  programs: { prlimit: '/usr/bin/prlimit', taskset: '/usr/bin/taskset' },
});

describe('a command without a group', () => {
  it('has its memory for each process and whole cores, and it is told so', () => {
    expect(limited(['agent', '--acp'], aLimit(), machine(NO_GROUP))).toEqual({
      command: [
        ...['/usr/bin/taskset', '--cpu-list', '0-1'],
        ...['/usr/bin/prlimit', '--data=268435456', '--core=0', '--', 'agent', '--acp'],
      ],
      notes: [
        'memory_mb is kept for each process, not for all of them together',
        'cpu_cores is rounded up to 2',
        'the number of processes is not limited',
      ],
    });
  });

  it('has no limit at all where no program could set one, and it is told so', () => {
    const bare = { ...machine(NO_GROUP), programs: { prlimit: null, taskset: null } };
    expect(limited(['agent'], aLimit(), bare)).toEqual({
      command: ['agent'],
      notes: [
        'memory_mb is not kept on this machine',
        'cpu_cores is not kept on this machine',
        'the number of processes is not limited',
      ],
    });
  });

  it('is stopped by a limit that the kernel keeps', () => {
    const { command } = limited(
      [process.execPath, '-e', 'Buffer.alloc(400 * 1024 * 1024, 1); console.log("got it")'],
      aLimit(),
      machine(NO_GROUP, 1),
    );
    const [file = '', ...words] = command;
    expect(() => execFileSync(file, words, { stdio: 'pipe' })).toThrow();
  });
});

it('a command that cannot join its group does not run outside of it', () => {
  const folder = join(newDir(), 'group');
  mkdirSync(folder);
  const proof = join(folder, 'proof');
  const group = { ...NO_GROUP, joins: [join(folder, 'nothing', 'cgroup.procs')] };
  const { command } = limited(['/bin/touch', proof], aLimit(), machine(group));
  const [file = '', ...words] = command;
  expect(() => execFileSync(file, words, { stdio: 'pipe' })).toThrow();
  expect(existsSync(proof)).toBe(false);
});
