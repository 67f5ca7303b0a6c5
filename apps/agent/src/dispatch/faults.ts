/** The steps of a change call between which a process can end (design §5, §6), in their order. */
export const FAULT_POINTS = [
  'request_received',
  'journal_started',
  'before_handler',
  'after_handler',
  'journal_finished',
  'before_send',
  'after_send',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/**
 * Where a test stops the process between two steps of a change call. The shipped bundle always has
 * `NO_FAULTS`; only `testing-entry.ts`, which is not part of it, hands in another one.
 */
export interface Faults {
  reach(point: FaultPoint): void;
}

export const NO_FAULTS: Faults = { reach: () => undefined };
