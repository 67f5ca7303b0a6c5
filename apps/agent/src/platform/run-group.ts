import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Mount points of cgroup v2: alone, or beside v1. */
const CONTROL_GROUPS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
const PREFIX = 'run-';
const MEMBERS = 'cgroup.procs';

/**
 * Control group of this service, in which it may create its own (`Delegate=` in the unit);
 * undefined where the agent is no systemd service or there is no cgroup v2.
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
 * Creates a control group for one run. Whatever is started in it stays in it, despite any new
 * session, environment or parent.
 * @returns its folder; undefined when none can be made: then the run's mark must do
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
    return undefined; // no cgroup v2, or not ours to write to
  }
}

/** Removes an empty group; one with leftovers stays until they have ended. */
export async function closeRunGroup(folder: string | undefined): Promise<void> {
  if (folder !== undefined) await rmdir(folder).catch(() => undefined);
}

export async function membersOfGroup(folder: string | undefined): Promise<number[]> {
  if (folder === undefined) return [];
  const text = await readFile(join(folder, MEMBERS), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(Number);
}

/** Kills the whole group at once, forks in progress included; kernels before 5.14 cannot. */
export async function killGroup(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  await writeFile(join(folder, 'cgroup.kill'), '1').catch(() => undefined);
}
