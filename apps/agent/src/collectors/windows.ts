import type { SectionName } from '@kenny/contract/agent';
import { appUpdates } from './app-updates/windows.js';
import { autostart } from './autostart/windows.js';
import { avThirdparty } from './av-thirdparty/windows.js';
import { battery } from './battery/windows.js';
import { defender } from './defender/windows.js';
import { defenderQuarantine } from './defender-quarantine/windows.js';
import { disk } from './disk/windows.js';
import { diskSmart } from './disk-smart/windows.js';
import { encryption } from './encryption/windows.js';
import { firewall } from './firewall/windows.js';
import { memory } from './memory/windows.js';
import { network } from './network/windows.js';
import { osSupport } from './os-support/windows.js';
import { peripherals } from './peripherals/windows.js';
import { printers } from './printers/windows.js';
import { processes } from './processes/windows.js';
import { rebootPending } from './reboot-pending/windows.js';
import { reliability } from './reliability/windows.js';
import { routing } from './routing/windows.js';
import { services } from './services/windows.js';
import { thermals } from './thermals/windows.js';
import { timeSync } from './time-sync/windows.js';
import { uptime } from './uptime/windows.js';
import { wifiQuality } from './wifi-quality/windows.js';
import { winUpdate } from './win-update/windows.js';
import type { Collector, Collectors } from './collector.js';
import type { WindowsCollector, WindowsMachine } from './windows-machine.js';
import { windowsProbe } from './windows-probe.js';

type OnWindows = { readonly [S in SectionName]?: WindowsCollector<S> };

/** Who reads each section on Windows; what is missing here is treated as in the registry. */
export const windowsCollectors: OnWindows = {
  disk,
  peripherals,
  network,
  routing,
  processes,
  services,
  defender,
  win_update: winUpdate,
  disk_smart: diskSmart,
  battery,
  memory,
  thermals,
  firewall,
  encryption,
  av_thirdparty: avThirdparty,
  defender_quarantine: defenderQuarantine,
  reboot_pending: rebootPending,
  os_support: osSupport,
  reliability,
  app_updates: appUpdates,
  uptime,
  time_sync: timeSync,
  printers,
  wifi_quality: wifiQuality,
  autostart,
};

/** The same for the snapshot, which knows them by their system. */
export function collectorsOnWindows(
  machineOf: (signal: AbortSignal) => WindowsMachine = windowsProbe,
): Partial<Collectors> {
  const at = <S extends SectionName>(section: S): { windows?: Collector<S> } => {
    const collect: WindowsCollector<S> | undefined = windowsCollectors[section];
    return collect ? { windows: (probe) => collect(machineOf(probe.signal)) } : {};
  };
  return {
    disk: at('disk'),
    peripherals: at('peripherals'),
    network: at('network'),
    routing: at('routing'),
    processes: at('processes'),
    services: at('services'),
    defender: at('defender'),
    win_update: at('win_update'),
    disk_smart: at('disk_smart'),
    battery: at('battery'),
    memory: at('memory'),
    thermals: at('thermals'),
    firewall: at('firewall'),
    encryption: at('encryption'),
    av_thirdparty: at('av_thirdparty'),
    defender_quarantine: at('defender_quarantine'),
    reboot_pending: at('reboot_pending'),
    os_support: at('os_support'),
    reliability: at('reliability'),
    app_updates: at('app_updates'),
    uptime: at('uptime'),
    time_sync: at('time_sync'),
    printers: at('printers'),
    wifi_quality: at('wifi_quality'),
    autostart: at('autostart'),
  };
}
