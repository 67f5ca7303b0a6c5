import { REBOOT_REASONS } from '@kenny/contract/agent';
import { textValue } from '../../platform/windows/registry.js';
import { reading, unreadable } from '../collector.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';

const SERVICING = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Component Based Servicing';
const UPDATE = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\WindowsUpdate\\Auto Update';
const NAMES = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\ComputerName';

/**
 * Markers in the registry. Pending file renames are not counted: nearly every installer leaves
 * some.
 */
export const rebootPending: WindowsCollector<'reboot_pending'> = async (machine) => {
  const servicing = await machine.registry(SERVICING);
  const update = await machine.registry(UPDATE);
  if (!servicing && !update) return unreadable('the registry shows neither servicing nor updates');
  const has = (key: typeof servicing, name: string): boolean =>
    key?.subkeys.includes(name) ?? false;
  const reasons = [
    ...(has(servicing, 'RebootPending') ? [REBOOT_REASONS.componentServicing] : []),
    ...(has(update, 'RebootRequired') ? [REBOOT_REASONS.windowsUpdate] : []),
    ...((await isRenamed(machine)) ? [REBOOT_REASONS.computerRename] : []),
  ];
  const pending = reasons.length > 0;
  const summary = pending ? `a restart is pending: ${reasons.join(', ')}` : 'no restart is pending';
  return reading<'reboot_pending'>(summary, { pending, reasons });
};

async function isRenamed(machine: WindowsMachine): Promise<boolean> {
  const active = textValue(await machine.registry(`${NAMES}\\ActiveComputerName`), 'ComputerName');
  const next = textValue(await machine.registry(`${NAMES}\\ComputerName`), 'ComputerName');
  return active !== undefined && next !== undefined && active.toLowerCase() !== next.toLowerCase();
}
