import type { UpdatablePackage } from '@kenny/contract/agent';
import { DAY_MS } from '@kenny/kernel';
import { type Collector, reading, unreadable } from '../collector.js';
import { listsRenewedAt, type PackageManager, packageManager } from '../packages/managers.js';
import { FLATPAK, type Pending } from '../packages/pending.js';
import { MANAGER_TIMEOUT_MS, PendingUpdates } from '../packages/pending-updates.js';
import type { Probe } from '../probe/probe.js';
import { count, durationText, some } from '../words.js';

/** "No updates" is trusted only from lists younger than this. */
const STALE_MS = 7 * DAY_MS;
const MAX_PACKAGES = 1_000;
const SNAPS = '/var/lib/snapd/snaps';
/** Exists only after an app was installed; asking flatpak would create its folders. */
const FLATPAKS = '/var/lib/flatpak/app';

export const appUpdates: Collector<'app_updates'> = remembering(new PendingUpdates());

/** Package managers are slow: `pending` caches their answers while these hold. */
export function remembering(pending: PendingUpdates): Collector<'app_updates'> {
  return async (probe) => {
    const manager = await packageManager(probe);
    if (manager === undefined) {
      return unreadable(
        'no package manager that kenny can ask (apt, dnf, pacman, apk) is in charge',
      );
    }
    const renewed = await listsRenewedAt(probe, manager);
    if (renewed === undefined) {
      return unreadable(`${manager} has never fetched its lists, so nobody knows of any update`);
    }
    const [system, { apps, notes }] = await Promise.all([
      pending.of(probe, manager, renewed),
      others(probe),
    ]);
    const packages = [...system.packages, ...apps];
    const age = probe.clock.now() - renewed;
    if (packages.length === 0 && age > STALE_MS) {
      return unreadable(`the lists of ${manager} are ${durationText(age / 1000)} old`);
    }
    return reading<'app_updates'>(
      [summaryOf(manager, system, packages), agePart(age), ...notes].join('; '),
      { available: packages.length, packages: packages.slice(0, MAX_PACKAGES) },
    );
  };
}

/** Other sources of software. What only the network knows is named, not omitted. */
async function others(probe: Probe): Promise<{ apps: UpdatablePackage[]; notes: string[] }> {
  const notes: string[] = [];
  let apps: UpdatablePackage[] = [];
  if (await probe.files.isFolder(FLATPAKS)) {
    const output = await probe.run(FLATPAK.program, FLATPAK.args, {
      timeoutMs: MANAGER_TIMEOUT_MS,
    });
    const pending = output.ok ? FLATPAK.parse(output.stdout) : undefined;
    const why = output.ok ? 'unknown form' : output.said || output.reason;
    if (pending) apps = pending.packages;
    else notes.push(`not looked at: flatpak (${why})`);
  }
  const snaps = await probe.files.listIfThere(SNAPS, 1_000);
  if (snaps.some((name) => name.endsWith('.snap'))) {
    notes.push('not looked at: snap, which updates by itself');
  }
  return { apps, notes };
}

function summaryOf(
  manager: PackageManager,
  { security = 0 }: Pending,
  packages: readonly UpdatablePackage[],
): string {
  if (packages.length === 0) return `nothing to update (${manager})`;
  const names = some(
    packages.map(({ id }) => id),
    3,
  );
  const holes = security > 0 ? `, ${security} of them for security` : '';
  return `${count(packages.length, 'package')} can be updated${holes}: ${names}`;
}

/** A date in the future comes from a wrong clock, and says nothing. */
function agePart(age: number): string {
  return age < 0 ? 'lists just renewed' : `lists renewed ${durationText(age / 1000)} ago`;
}
