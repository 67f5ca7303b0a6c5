import type { SectionName } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { appUpdates } from './app-updates.js';
import { autostart } from './autostart.js';
import { avThirdparty } from './av-thirdparty.js';
import { battery } from './battery.js';
import { defender } from './defender.js';
import { defenderQuarantine } from './defender-quarantine.js';
import { disk } from './disk.js';
import { diskSmart } from './disk-smart.js';
import { encryption } from './encryption.js';
import { firewall } from './firewall.js';
import { memory } from './memory.js';
import { network } from './network.js';
import { osSupport } from './os-support.js';
import { peripherals } from './peripherals.js';
import { printers } from './printers.js';
import { processes } from './processes.js';
import { rebootPending } from './reboot-pending.js';
import { reliability } from './reliability.js';
import { routing } from './routing.js';
import { services } from './services.js';
import { thermals } from './thermals.js';
import { timeSync } from './time-sync.js';
import { uptime } from './uptime.js';
import { wifiQuality } from './wifi-quality.js';
import { winUpdate } from './win-update.js';

/** One rule for every section of the contract: a missing one does not compile. */
export const RULES: { readonly [S in SectionName]: Rule<S> } = {
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

/** Every limit in use, by section, as data for `GET /api/catalog`. */
export const THRESHOLDS: Readonly<Record<SectionName, readonly Threshold[]>> = {
  disk: RULES.disk.thresholds,
  peripherals: RULES.peripherals.thresholds,
  network: RULES.network.thresholds,
  routing: RULES.routing.thresholds,
  processes: RULES.processes.thresholds,
  services: RULES.services.thresholds,
  defender: RULES.defender.thresholds,
  win_update: RULES.win_update.thresholds,
  disk_smart: RULES.disk_smart.thresholds,
  battery: RULES.battery.thresholds,
  memory: RULES.memory.thresholds,
  thermals: RULES.thermals.thresholds,
  firewall: RULES.firewall.thresholds,
  encryption: RULES.encryption.thresholds,
  av_thirdparty: RULES.av_thirdparty.thresholds,
  defender_quarantine: RULES.defender_quarantine.thresholds,
  reboot_pending: RULES.reboot_pending.thresholds,
  os_support: RULES.os_support.thresholds,
  reliability: RULES.reliability.thresholds,
  app_updates: RULES.app_updates.thresholds,
  uptime: RULES.uptime.thresholds,
  time_sync: RULES.time_sync.thresholds,
  printers: RULES.printers.thresholds,
  wifi_quality: RULES.wifi_quality.thresholds,
  autostart: RULES.autostart.thresholds,
};
