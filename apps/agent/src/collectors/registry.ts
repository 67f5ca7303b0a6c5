import { appUpdates } from './app-updates/linux.js';
import { autostart } from './autostart/linux.js';
import { avThirdparty } from './av-thirdparty/linux.js';
import { battery } from './battery/linux.js';
import type { Collectors } from './collector.js';
import { defender } from './defender/linux.js';
import { diskSmart } from './disk-smart/linux.js';
import { defenderQuarantine } from './defender-quarantine/linux.js';
import { disk } from './disk/linux.js';
import { encryption } from './encryption/linux.js';
import { firewall } from './firewall/linux.js';
import { load } from './load/linux.js';
import { memory } from './memory/linux.js';
import { network } from './network/linux.js';
import { osSupport } from './os-support/linux.js';
import { peripherals } from './peripherals/linux.js';
import { printers } from './printers/linux.js';
import { processes } from './processes/linux.js';
import { rebootPending } from './reboot-pending/linux.js';
import { reliability } from './reliability/linux.js';
import { routing } from './routing/linux.js';
import { services } from './services/linux.js';
import { thermals } from './thermals/linux.js';
import { timeSync } from './time-sync/linux.js';
import { uptime } from './uptime/linux.js';
import { wifiQuality } from './wifi-quality/linux.js';
import { winUpdate } from './win-update/linux.js';

/** The collectors of Linux. */
export const collectors: Collectors = {
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
