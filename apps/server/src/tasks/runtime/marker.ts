import type { AgentRuntime } from '../types/index.js';

/**
 * Names a run for whoever looks for what is left of it: the server's own id and the run's, never a
 * number that the system gives to somebody else later.
 */
export const markerOf = (runtime: AgentRuntime, server_id: string, run_id: string): string =>
  `${runtime}:${server_id}:${run_id}`;

/** Carries the marker in the environment of agentctl. */
export const MARKER_VARIABLE = 'KENNY_TASK_RUN';
/** Tells the agent its run; the seed's name. */
export const INSTANCE_VARIABLE = 'KANDEV_INSTANCE_ID';
export const TASK_VARIABLE = 'KANDEV_TASK_ID';

export interface Marked {
  readonly runtime: AgentRuntime;
  readonly server_id: string;
  readonly run_id: string;
}

/** Null for what is no marker of ours. */
export function readMarker(marker: string): Marked | null {
  const [, runtime, server_id, run_id] =
    /^(process|docker):([A-Za-z0-9-]{1,64}):([A-Za-z0-9-]{1,64})$/.exec(marker) ?? [];
  if (server_id === undefined || run_id === undefined) return null;
  return { runtime: runtime === 'docker' ? 'docker' : 'process', server_id, run_id };
}
