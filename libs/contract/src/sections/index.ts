import { disk } from './disk.js';

export * from './disk.js';

/** Every telemetry section, in the order that docs and cards show. Adding one is one line here. */
export const SECTIONS = [disk] as const;

type Section = (typeof SECTIONS)[number];
export type SectionName = Section['name'];
export type SectionOf<N extends SectionName> = Extract<Section, { name: N }>;
export type PayloadOf<N extends SectionName> = InstanceType<SectionOf<N>['payload']>;
/** A snapshot as kenny's own agents send it; sections of later protocols may stand beside these. */
export type Snapshot = { [N in SectionName]?: PayloadOf<N> };
