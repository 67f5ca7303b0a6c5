import type { PayloadOf, SectionName, SectionPayload } from '@kenny/contract/agent';
import type { Probe } from './probe/probe.js';

/** A section's fields besides `status`, `summary` and `readable`, which the snapshot adds. */
export type SectionFields<S extends SectionName> = Omit<PayloadOf<S>, keyof SectionPayload>;

/**
 * Result of a collector. `absent`: this PC does not have the thing (no battery). `unreadable`: it
 * may have it, but the probe failed (ADR 0013).
 */
export type Reading<S extends SectionName> =
  { kind: 'read'; summary: string; fields: SectionFields<S> } | NoReading;
/** A reading of any section. */
export type AnyReading = { kind: 'read'; summary: string; fields: object } | NoReading;
export type NoReading = { kind: 'absent' | 'unreadable'; reason: string };

/**
 * Reads one section through `M`, its only access to the PC. May throw `Unreadable` at any depth;
 * that, any other error and a missed deadline make this section unreadable and no other.
 */
export type Collector<S extends SectionName, M = Probe> = (machine: M) => Promise<Reading<S>>;

/**
 * A system's collectors: a missing section does not compile. Undefined: a mandatory section is sent
 * unreadable, any other is absent (ADR 0013).
 */
export type Collectors<M = Probe> = { readonly [S in SectionName]: Collector<S, M> | undefined };

export function reading<S extends SectionName>(
  summary: string,
  fields: SectionFields<S>,
): Reading<S> {
  return { kind: 'read', summary, fields };
}

export function absent(reason: string): NoReading {
  return { kind: 'absent', reason };
}

export function unreadable(reason: string): NoReading {
  return { kind: 'unreadable', reason };
}
