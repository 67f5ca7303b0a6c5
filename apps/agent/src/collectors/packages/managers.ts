import type { Probe } from '../probe/probe.js';
import type { SystemFiles } from '../probe/system-files.js';

/** Package managers that kenny can ask for pending updates. */
export type PackageManager = 'apt' | 'dnf' | 'pacman' | 'apk';

/** Its database tells which package manager is in charge. */
const DATABASES: Readonly<Record<PackageManager, readonly string[]>> = {
  apt: ['/var/lib/dpkg/status'],
  pacman: ['/var/lib/pacman/local'],
  apk: ['/lib/apk/db/installed', '/usr/lib/apk/db/installed'],
  // Last, because other systems may carry an empty rpm database.
  dnf: ['/var/lib/rpm', '/usr/lib/sysimage/rpm'],
};

/** Package lists; they change when somebody checks for updates. */
const LISTS: Readonly<Record<PackageManager, readonly string[]>> = {
  // The stamp also changes when the sources had nothing new, but not every system writes it.
  apt: ['/var/lib/apt/periodic/update-success-stamp', '/var/lib/apt/lists'],
  pacman: ['/var/lib/pacman/sync'],
  apk: ['/var/cache/apk', '/etc/apk/cache'],
  dnf: ['/var/cache/libdnf5', '/var/cache/dnf'],
};
const LIST_FILE: Readonly<Record<PackageManager, RegExp>> = {
  apt: /_(?:InRelease|Release|Packages(?:\.\w{1,4})?)$/,
  pacman: /\.db$/,
  apk: /^APKINDEX\./,
  dnf: /./,
};

export async function packageManager({ files }: Probe): Promise<PackageManager | undefined> {
  for (const manager of ['apt', 'pacman', 'apk', 'dnf'] as const) {
    for (const path of DATABASES[manager]) if (await files.exists(path)) return manager;
  }
  return undefined;
}

/**
 * When software was last installed or removed, in milliseconds since 1970; a database that is a
 * folder is as young as its youngest file.
 */
export async function installedChangedAt(
  { files }: Probe,
  manager: PackageManager,
): Promise<number> {
  const dates: number[] = [0];
  for (const path of DATABASES[manager]) {
    dates.push(...(await modified(files, path)));
    const names = (await files.isFolder(path)) ? await files.listIfThere(path, 50) : [];
    for (const name of names) dates.push(...(await modified(files, `${path}/${name}`)));
  }
  return Math.max(...dates);
}

/**
 * When the lists were last renewed, in milliseconds since 1970; undefined without lists, since then
 * no update is known.
 */
export async function listsRenewedAt(
  { files }: Probe,
  manager: PackageManager,
): Promise<number | undefined> {
  const folders = LISTS[manager];
  const dates: number[] = [];
  let hasLists = false;
  for (const path of folders) {
    const names = (await files.isFolder(path)) ? await files.listIfThere(path, 2_000) : [];
    const lists = names.filter((name) => LIST_FILE[manager].test(name));
    hasLists ||= lists.length > 0;
    dates.push(...(await modified(files, path)));
    // dnf keeps one folder for each source, and only these change.
    if (manager === 'dnf') {
      for (const name of lists.slice(0, 200)) {
        dates.push(...(await modified(files, `${path}/${name}/repodata`)));
      }
    }
  }
  return hasLists && dates.length > 0 ? Math.max(...dates) : undefined;
}

async function modified(files: SystemFiles, path: string): Promise<number[]> {
  const at = await files.modified(path);
  return at === undefined ? [] : [at];
}
