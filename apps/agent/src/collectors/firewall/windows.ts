import { numberValue } from '../../platform/windows/registry.js';
import { reading, unreadable } from '../collector.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';

const LOCAL = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\SharedAccess\\Parameters\\FirewallPolicy';
const POLICY = 'HKLM\\SOFTWARE\\Policies\\Microsoft\\WindowsFirewall';
/** Names that Windows shows, and the older ones of the registry. */
const PROFILES = [
  { name: 'Domain', local: 'DomainProfile', policy: 'DomainProfile' },
  { name: 'Private', local: 'StandardProfile', policy: 'PrivateProfile' },
  { name: 'Public', local: 'PublicProfile', policy: 'PublicProfile' },
] as const;

/** Group policy overrides local settings. */
export const firewall: WindowsCollector<'firewall'> = async (machine) => {
  const profiles = await Promise.all(
    PROFILES.map(async ({ name, local, policy }) => ({
      name,
      enabled:
        (await switchAt(machine, `${POLICY}\\${policy}`)) ??
        (await switchAt(machine, `${LOCAL}\\${local}`)),
    })),
  );
  if (profiles.every(({ enabled }) => enabled === null)) {
    return unreadable('the registry shows no profile of the firewall');
  }
  const off = profiles.filter(({ enabled }) => enabled === false).map(({ name }) => name);
  const summary =
    off.length === 0 ? 'the firewall is on' : `the firewall is off for: ${off.join(', ')}`;
  return reading<'firewall'>(summary, { profiles });
};

async function switchAt(machine: WindowsMachine, key: string): Promise<boolean | null> {
  const value = numberValue(await machine.registry(key), 'EnableFirewall');
  return value === undefined ? null : value !== 0;
}
