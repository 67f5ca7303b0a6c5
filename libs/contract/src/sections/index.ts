import * as sections from './every-section.js';

export * from './every-section.js';

/** Every telemetry section, in the order that docs and cards show. */
export const SECTIONS = [
  sections.disk,
  sections.peripherals,
  sections.network,
  sections.routing,
  sections.processes,
  sections.services,
  sections.defender,
  sections.winUpdate,
  sections.diskSmart,
  sections.battery,
  sections.memory,
  sections.thermals,
  sections.load,
  sections.firewall,
  sections.encryption,
  sections.avThirdparty,
  sections.defenderQuarantine,
  sections.rebootPending,
  sections.osSupport,
  sections.reliability,
  sections.appUpdates,
  sections.uptime,
  sections.timeSync,
  sections.printers,
  sections.wifiQuality,
  sections.autostart,
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
