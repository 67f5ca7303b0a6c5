import type { SectionName } from '@kenny/contract/agent';

/** Section name → payload, as it travels in a `telemetry` frame. */
export type SnapshotRecord = Record<string, unknown>;

/**
 * Reads the named sections of this PC, or all; one that cannot be read says so and does not fail
 * the others. Rejects when the signal fires.
 */
export type CollectSnapshot = (
  sections: readonly SectionName[] | undefined,
  signal: AbortSignal,
) => Promise<SnapshotRecord>;
