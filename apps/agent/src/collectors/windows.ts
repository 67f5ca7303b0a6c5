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
import { load } from './load/windows.js';
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
import type { Collectors } from './collector.js';
import type { WindowsMachine } from './windows-machine.js';

export const windowsCollectors: Collectors<WindowsMachine> = {
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
  load,
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
