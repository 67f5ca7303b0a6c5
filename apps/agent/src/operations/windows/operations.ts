import { readWindowsAutostart } from '../../collectors/autostart/windows.js';
import { readWindowsVolumes } from '../../collectors/disk/windows.js';
import { readWindowsInterfaces, readWindowsNameServers } from '../../collectors/network/windows.js';
import { readWindowsProcesses } from '../../collectors/processes/windows.js';
import { Unreadable } from '../../errors/unreadable.js';
import { readWindowsServices } from '../../collectors/services/windows.js';
import type { WindowsMachine } from '../../collectors/windows-machine.js';
import { windowsProbe } from '../../collectors/windows-probe.js';
import { ToolFailure } from '../../errors/tool-failure.js';
import type { Platform, ReadingContext } from '../../platform/platform.js';
import { execPowershell, flushDnsCache, readWindowsEvents, restartAdapter } from './actions.js';
import { windowsCleanPlaces } from './clean-places.js';
import { captureWindowsScreen, remoteHelp } from '../../desktop-session/remote-help.js';
import { wingetPackages } from '../../platform/windows/winget.js';

/** Maximum of one answer. */
const MOST_PROCESSES = 20_000;
const MOST_SERVICES = 10_000;

/** What the agent can do on Windows: everything except a POSIX shell. */
export const operations = {
  volumes: ask(async (machine) => {
    const { volumes, silent } = await readWindowsVolumes(machine);
    if (volumes.length === 0) throw new Unreadable(silent[0]?.reason ?? 'Windows names no volume');
    return volumes;
  }),
  processes: ask(async (machine) => {
    const all = await readWindowsProcesses(machine);
    if (all.length === 0) throw new Unreadable('Windows shows no processes');
    return all.slice(0, MOST_PROCESSES);
  }),
  services: ask(async (machine) => {
    const all = await readWindowsServices(machine);
    if (all.length === 0) throw new Unreadable('the service manager named no services');
    return all.slice(0, MOST_SERVICES);
  }),
  autostart: ask(readWindowsAutostart),
  network: ask((machine) =>
    Promise.resolve({
      interfaces: readWindowsInterfaces(machine),
      dns: readWindowsNameServers(machine),
    }),
  ),
  events: readWindowsEvents,
  powershell: execPowershell,
  packages: wingetPackages(),
  cleanPlaces: () => Promise.resolve(windowsCleanPlaces()),
  flushDns: flushDnsCache,
  resetAdapter: restartAdapter,
  screen: (context: ReadingContext) => captureWindowsScreen(context),
  remoteHelp: remoteHelp(),
} as const satisfies Partial<Platform>;

function ask<R>(
  read: (machine: WindowsMachine) => Promise<R>,
): (context: ReadingContext) => Promise<R> {
  return async ({ signal }) => {
    try {
      return await read(windowsProbe(signal));
    } catch (error) {
      // An unreadable source is an error with its reason, never an empty list.
      if (error instanceof Unreadable) throw new ToolFailure('exec_failed', error.message);
      throw error;
    }
  };
}
