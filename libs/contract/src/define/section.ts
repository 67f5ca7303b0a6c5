import { Bool, Field, OneOf, Optional, Text, Volatile } from './decorators.js';
import { STATUSES, type Os, type SeriesUnit, type Status } from '../constants.js';
import type { Shape } from './tool.js';

/**
 * What every telemetry section carries (seed 000). A probe that could not read says so with
 * `readable: false`; its `status` stays `ok` on the wire and is evaluated to `unknown`.
 */
export abstract class SectionPayload {
  @OneOf(STATUSES)
  status!: Status;

  /** In words what the other fields say. */
  @Text({ max: 500 })
  @Volatile()
  summary!: string;

  @Optional()
  @Bool()
  @Field({ description: 'False when the probe could not read; the reason is beside it.' })
  readable?: boolean;

  @Optional()
  @Text({ max: 500 })
  unreadable_reason?: string;
}

export type SectionGroup = 'core' | 'hardware' | 'security' | 'stability' | 'daily';

/** One number of a section that is kept as a series, e.g. `volumes[].percent_used` by `mount`. */
export interface SeriesDefinition {
  metric: string;
  /** Path inside the payload; `[]` walks a list. */
  path: string;
  /** For lists: the field that names the entry. */
  key?: string;
  /** For several numbers of one metric: what this one is called. */
  line?: string;
  unit: SeriesUnit;
}

export interface SectionDefinition<N extends string, P extends SectionPayload> {
  name: N;
  title: string;
  description: string;
  group: SectionGroup;
  /** The eight of the seed are sent in every snapshot. */
  mandatory: boolean;
  payload: Shape<P>;
  card: { icon: string; headline?: string; unit?: string };
  series: readonly SeriesDefinition[];
  /** Systems for which a collector exists; elsewhere an optional section is absent. */
  os: readonly Os[];
}

export function defineSection<const N extends string, P extends SectionPayload>(
  definition: SectionDefinition<N, P>,
): SectionDefinition<N, P> {
  return definition;
}
