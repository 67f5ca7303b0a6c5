import type { Clock } from '@kenny/kernel';
import { mkdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** A controller as it is mounted, and where this process stands in it. */
export interface GroupPlace {
  /** Folder in which groups may be made. */
  readonly folder: string;
  readonly version: 1 | 2;
  readonly controllers: readonly string[];
}

export interface GroupLimits {
  readonly memory_mb: number;
  readonly cpu_cores: number;
  readonly processes: number;
}

/** What of the limits the kernel keeps for an agent and all its children together. */
export interface ControlGroup {
  readonly holds: { readonly memory: boolean; readonly cpu: boolean; readonly processes: boolean };
  /** Whoever writes 0 into each of them is in the group, with all that it starts. */
  readonly joins: readonly string[];
  /** Kills what is left in it, then removes it. */
  remove(): Promise<void>;
}

/** Where systemd puts the server, when its unit says `DelegateSubgroup=kenny-server`. */
export const SERVER_GROUP = 'kenny-server';
const TRIES = 60;
const PAUSE_MS = 50;
const PERIOD_US = 100_000;
const MIB = 1024 * 1024;
const WANTED = ['memory', 'cpu', 'pids'];

/**
 * Groups may be made at the top of the tree, or beside the server in a branch that was given to it;
 * elsewhere they belong to somebody else.
 * @param cgroup text of `/proc/self/cgroup`
 * @param mountinfo text of `/proc/self/mountinfo`
 */
export function groupPlaces(cgroup: string, mountinfo: string): GroupPlace[] {
  const mounts = mountsIn(mountinfo);
  return cgroup.split('\n').flatMap((line): GroupPlace[] => {
    const [, id, names = '', own = ''] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? [];
    if (id === undefined) return [];
    const wanted = names.split(',').filter((name) => WANTED.includes(name));
    if (id === '0' && names === '') {
      const mount = mounts.find(({ type }) => type === 'cgroup2');
      const branch = own === '/' ? own : basename(own) === SERVER_GROUP ? dirname(own) : null;
      if (!mount || branch === null) return [];
      return [{ folder: resolve(mount.point, `.${branch}`), version: 2, controllers: WANTED }];
    }
    const mount = mounts.find(
      ({ type, options }) => type === 'cgroup' && wanted.some((name) => options.includes(name)),
    );
    if (!mount) return [];
    return [{ folder: resolve(mount.point, `.${own}`), version: 1, controllers: wanted }];
  });
}

function mountsIn(mountinfo: string): { point: string; type: string; options: string[] }[] {
  return mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const point = before.split(' ')[4];
    const [type = '', , options = ''] = after.split(' ');
    return point === undefined ? [] : [{ point, type, options: options.split(',') }];
  });
}

export const groupName = (run_id: string): string => `kenny-task-${run_id}`;

/** Makes a group of this name in every place that allows it; what none allows does not hold. */
export async function makeGroup(
  places: readonly GroupPlace[],
  name: string,
  limits: GroupLimits,
  clock: Clock,
): Promise<ControlGroup> {
  const held = new Set<string>();
  const folders: GroupFolder[] = [];
  for (const { folder, version, controllers } of places) {
    const own = join(folder, name);
    const open = controllers.filter((controller) => !held.has(controller));
    if (open.length === 0) continue;
    if (version === 2) await enable(folder, open);
    if (!(await tried(() => mkdir(own)))) continue;
    let used = false;
    for (const controller of open) {
      if (!(await setAll(own, valuesOf(controller, version, limits)))) continue;
      held.add(controller);
      used = true;
    }
    const group = { folder: own, version };
    if (used) folders.push(group);
    else await tried(() => rmdir(own));
  }
  return {
    holds: { memory: held.has('memory'), cpu: held.has('cpu'), processes: held.has('pids') },
    joins: folders.map(({ folder }) => join(folder, 'cgroup.procs')),
    remove: async () => {
      for (const group of folders) await removeGroup(group, clock);
    },
  };
}

/** Of a run that an earlier start of the server has left behind. */
export async function removeGroups(
  places: readonly GroupPlace[],
  name: string,
  clock: Clock,
): Promise<void> {
  for (const { folder, version } of places) {
    await removeGroup({ folder: join(folder, name), version }, clock);
  }
}

interface GroupFolder {
  readonly folder: string;
  readonly version: 1 | 2;
}

/** A controller that cannot be had makes its limit fail, which is told. */
async function enable(folder: string, controllers: readonly string[]): Promise<void> {
  for (const controller of controllers) {
    await tried(() => writeFile(join(folder, 'cgroup.subtree_control'), `+${controller}`));
  }
}

interface Value {
  readonly file: string;
  readonly text: string;
  /** Not every kernel has it. */
  readonly optional?: true;
}

function valuesOf(controller: string, version: 1 | 2, limits: GroupLimits): Value[] {
  const { memory_mb, cpu_cores, processes } = limits;
  const quota = String(Math.max(1_000, Math.round(cpu_cores * PERIOD_US)));
  const bytes = String(memory_mb * MIB);
  const second = version === 2;
  if (controller === 'pids') return [{ file: 'pids.max', text: String(processes) }];
  if (controller === 'cpu') {
    return second
      ? [{ file: 'cpu.max', text: `${quota} ${PERIOD_US}` }]
      : [
          { file: 'cpu.cfs_period_us', text: String(PERIOD_US) },
          { file: 'cpu.cfs_quota_us', text: quota },
        ];
  }
  return second
    ? [
        { file: 'memory.max', text: bytes },
        { file: 'memory.swap.max', text: '0', optional: true },
        { file: 'memory.oom.group', text: '1', optional: true },
      ]
    : [
        { file: 'memory.limit_in_bytes', text: bytes },
        { file: 'memory.swappiness', text: '0', optional: true },
      ];
}

async function setAll(folder: string, values: readonly Value[]): Promise<boolean> {
  for (const { file, text, optional } of values) {
    // Only what the kernel made is written: a file of our own would limit nothing.
    const set = await tried(() => writeFile(join(folder, file), text, { flag: 'r+' }));
    if (!set && !optional) return false;
  }
  return true;
}

async function removeGroup({ folder, version }: GroupFolder, clock: Clock): Promise<void> {
  // What was killed stays in its group until the kernel has taken it apart.
  for (let tries = 0; tries < TRIES && !(await isGone(folder)); tries += 1) {
    if (tries > 0) await new Promise<void>((resolve) => clock.setTimer(resolve, PAUSE_MS));
    if (version === 2) {
      await tried(() => writeFile(join(folder, 'cgroup.kill'), '1', { flag: 'r+' }));
    }
    for (const pid of await processesIn(folder)) {
      await tried(() => Promise.resolve(process.kill(pid, 'SIGKILL')));
    }
    await tried(() => rmdir(folder));
  }
}

const isGone = async (folder: string): Promise<boolean> => !(await tried(() => stat(folder)));

/** None of them is the server or the first of all, whatever a file says. */
async function processesIn(folder: string): Promise<number[]> {
  const text = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '');
  const pids = text.split('\n').filter((line) => /^\d+$/.test(line));
  return pids.map(Number).filter((pid) => pid > 1 && pid !== process.pid);
}

async function tried(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch {
    return false;
  }
}
