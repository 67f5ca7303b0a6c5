import type { CollectSnapshot } from '../platform/snapshot.js';
import type { Handler } from '../dispatch/handler.js';

/** `telemetry_collect`: the same reading as the timer's, now. */
export function telemetryCollect(collect: CollectSnapshot): Handler<'telemetry_collect'> {
  return ({ sections }, { signal }) => collect(sections, signal);
}
