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

/**
 * Every section of the contract, and who reads it on which system: a section that is missing here
 * does not compile. No entry for a system: a mandatory section is sent unreadable there, any other
 * is absent (ADR 0013).
 */
export const collectors: Collectors = {
  disk: { linux: disk },
  peripherals: { linux: peripherals },
  network: { linux: network },
  routing: { linux: routing },
  processes: { linux: processes },
  services: { linux: services },
  defender: { linux: defender },
  win_update: { linux: winUpdate },
  disk_smart: { linux: diskSmart },
  battery: { linux: battery },
  memory: { linux: memory },
  thermals: { linux: thermals },
  firewall: { linux: firewall },
  encryption: { linux: encryption },
  av_thirdparty: { linux: avThirdparty },
  defender_quarantine: { linux: defenderQuarantine },
  reboot_pending: { linux: rebootPending },
  os_support: { linux: osSupport },
  reliability: { linux: reliability },
  app_updates: { linux: appUpdates },
  uptime: { linux: uptime },
  time_sync: { linux: timeSync },
  printers: { linux: printers },
  wifi_quality: { linux: wifiQuality },
  autostart: { linux: autostart },
};
