import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Linux shows its control groups, version 2: alone, or beside those of version 1. */
const CONTROL_GROUPS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
const PREFIX = 'run-';
/** Lists the processes of a group. */
const MEMBERS = 'cgroup.procs';

/**
 * The control group of this service, in which it may make groups of its own (`Delegate=` in the
 * unit); undefined where the agent is no service of systemd or there is no version 2.
 */
export async function serviceGroup(
  ownGroups = '/proc/self/cgroup',
  roots: readonly string[] = CONTROL_GROUPS,
): Promise<string | undefined> {
  const text = await readFile(ownGroups, 'utf8').catch(() => '');
  const own = /^0::(\/.+\.service)$/m.exec(text)?.[1];
  if (own === undefined) return undefined;
  for (const folder of roots.map((root) => join(root, own))) {
    if (await isThere(join(folder, MEMBERS))) return folder;
  }
  return undefined;
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * Makes a control group for one run. Whatever is started in it stays in it, whichever session,
 * environment or parent it takes.
 * @returns its folder; undefined when none can be made: then the run's mark has to do
 */
export async function openRunGroup(
  id: string,
  service: string | undefined,
): Promise<string | undefined> {
  if (service === undefined) return undefined;
  try {
    const left = (await readdir(service)).filter((name) => name.startsWith(PREFIX));
    await Promise.all(left.map((name) => closeRunGroup(join(service, name))));
    const folder = join(service, PREFIX + id);
    await mkdir(folder);
    return folder;
  } catch {
    return undefined; // no second version of control groups, or not ours to write to
  }
}

/** Takes an empty group away; one in which something was left running stays until that has ended. */
export async function closeRunGroup(folder: string | undefined): Promise<void> {
  if (folder !== undefined) await rmdir(folder).catch(() => undefined);
}

/** Processes of the group. */
export async function membersOfGroup(folder: string | undefined): Promise<number[]> {
  if (folder === undefined) return [];
  const text = await readFile(join(folder, MEMBERS), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(Number);
}

/** Ends all of the group at once, also what is just being started; kernels before 5.14 cannot. */
export async function killGroup(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  await writeFile(join(folder, 'cgroup.kill'), '1').catch(() => undefined);
}
