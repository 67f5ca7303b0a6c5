import type { PackageManager } from '../packages/managers.js';
import type { Probe } from '../probe/probe.js';

const UNATTENDED_UPGRADE = '/usr/bin/unattended-upgrade';
const TIMERS = '/etc/systemd/system/timers.target.wants';
const DNF_TIMERS = /^(?:dnf5?-automatic(?:-install)?)\.timer$/;

/** How this PC installs updates without a person, or undefined when it does not. */
export async function updatesByItself(
  probe: Probe,
  manager: PackageManager,
): Promise<string | undefined> {
  if (manager === 'apt') return unattendedUpgrades(probe);
  if (manager !== 'dnf') return undefined;
  const timers = await probe.files.listIfThere(TIMERS, 500);
  const timer = timers.find((name) => DNF_TIMERS.test(name));
  return timer && `set to update by itself (${timer})`;
}

async function unattendedUpgrades(probe: Probe): Promise<string | undefined> {
  if (!(await probe.files.exists(UNATTENDED_UPGRADE))) return undefined;
  const output = await probe.run('apt-config', ['dump', 'APT::Periodic']);
  return output.ok && parseUnattended(output.stdout)
    ? 'set to update by itself (unattended-upgrades)'
    : undefined;
}

/** `APT::Periodic::Unattended-Upgrade "1";`: every how many days; 0 and nothing mean never. */
export function parseUnattended(text: string): boolean {
  const [, value] = /^APT::Periodic::Unattended-Upgrade "([^"]{1,20})";$/m.exec(text) ?? [];
  return value === 'always' || (value !== undefined && /^0*[1-9]\d{0,8}[smhd]?$/.test(value));
}
