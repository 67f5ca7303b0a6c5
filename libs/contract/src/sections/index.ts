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

export * from './app-updates.js';
export * from './autostart.js';
export * from './av-thirdparty.js';
export * from './battery.js';
export * from './defender.js';
export * from './defender-quarantine.js';
export * from './disk.js';
export * from './disk-smart.js';
export * from './encryption.js';
export * from './firewall.js';
export * from './memory.js';
export * from './network.js';
export * from './os-support.js';
export * from './peripherals.js';
export * from './printers.js';
export * from './processes.js';
export * from './reboot-pending.js';
export * from './reliability.js';
export * from './routing.js';
export * from './services.js';
export * from './thermals.js';
export * from './time-sync.js';
export * from './uptime.js';
export * from './wifi-quality.js';
export * from './win-update.js';

/** Every telemetry section, in the order that docs and cards show. Adding one is one line here. */
export const SECTIONS = [
  disk,
  peripherals,
  network,
  routing,
  processes,
  services,
  defender,
  winUpdate,
  diskSmart,
  battery,
  memory,
  thermals,
  firewall,
  encryption,
  avThirdparty,
  defenderQuarantine,
  rebootPending,
  osSupport,
  reliability,
  appUpdates,
  uptime,
  timeSync,
  printers,
  wifiQuality,
  autostart,
] as const;

type Section = (typeof SECTIONS)[number];
export type SectionName = Section['name'];
export type SectionOf<N extends SectionName> = Extract<Section, { name: N }>;
export type PayloadOf<N extends SectionName> = InstanceType<SectionOf<N>['payload']>;

/**
 * What a probe that could not read sends for its section (design §1.2). Every field of a section
 * may be absent, so this is a valid payload of each of them; it is evaluated to `unknown`.
 */
export interface UnreadablePayload {
  status: 'ok';
  summary: string;
  readable: false;
  unreadable_reason: string;
}

/** A section on the wire: what the probe read, or why it could not. */
export type SentSection<N extends SectionName> = PayloadOf<N> | UnreadablePayload;
/** A snapshot as kenny's own agents send it; sections of later protocols may stand beside these. */
export type Snapshot = { [N in SectionName]?: SentSection<N> };
