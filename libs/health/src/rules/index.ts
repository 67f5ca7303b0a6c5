import { costsNobody, type Os, type SectionName } from '@kenny/contract/agent';
import type { Remedy } from '../remedy.js';
import type { Rule } from '../rule.js';
import { remedyOf, type Call } from '../same-call.js';
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
import { load } from './load.js';
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

/** Every limit in use, by section, as data for `GET /api/catalog`. */
export const THRESHOLDS = Object.fromEntries(
  Object.entries(RULES).map(([section, { thresholds }]) => [section, thresholds]),
) as Readonly<Record<SectionName, readonly Threshold[]>>;

/** What usually helps, by section, as data for `GET /api/catalog`. */
export const REMEDIES = Object.fromEntries(
  Object.entries(RULES).map(([section, { remedies = [] }]) => [section, remedies]),
) as Readonly<Record<SectionName, readonly Remedy[]>>;

export const ALL_REMEDIES: readonly Remedy[] = Object.values(REMEDIES).flat();

/** What the fix of ours is called that a call is, on a PC of this system; undefined for any other call. */
export function fixTitle(os: Os | undefined, call: Call): string | undefined {
  return remedyOf(ALL_REMEDIES, os, call)?.title;
}

/**
 * Whether a call is a fix of ours by which nobody loses anything: it deletes nothing and costs
 * nobody anything, and its text is ours to the letter.
 */
export function isHarmlessFix(os: Os | undefined, call: Call): boolean {
  const effects = remedyOf(ALL_REMEDIES, os, call)?.effects;
  return effects !== undefined && costsNobody(effects);
}
