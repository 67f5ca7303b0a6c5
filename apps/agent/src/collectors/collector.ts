import type { PayloadOf, SectionName, SectionPayload } from '@kenny/contract/agent';
import type { Probe } from './probe/probe.js';

/** What a section holds beside `status`, `summary` and `readable`, which the snapshot adds. */
export type SectionFields<S extends SectionName> = Omit<PayloadOf<S>, keyof SectionPayload>;

/**
 * What one collector found. `absent`: this PC does not have the thing (no battery).
 * `unreadable`: it may well have it, but the probe could not look (ADR 0013).
 */
export type Reading<S extends SectionName> =
  { kind: 'read'; summary: string; fields: SectionFields<S> } | NoReading;
/** A reading of any section, where only its form matters. */
export type AnyReading = { kind: 'read'; summary: string; fields: object } | NoReading;
export type NoReading = { kind: 'absent' | 'unreadable'; reason: string };

/**
 * Reads one section through `M`, which is all it may touch of the PC. It may throw `Unreadable` from
 * any depth; whatever else it throws, and a deadline that passes, make its own section unreadable and
 * nothing else.
 */
export type Collector<S extends SectionName, M = Probe> = (machine: M) => Promise<Reading<S>>;

/**
 * Who reads each section on one system: a section without a line does not compile. Undefined: a
 * mandatory section is sent unreadable, any other is absent (ADR 0013).
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
