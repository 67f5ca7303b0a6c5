import type { NoUpdates } from '../update/open-updates.js';
import type { ReleaseSource } from '../update/fetch-release.js';
import { Updates } from '../update/updates.js';
import type { Handler, Unsupported } from '../dispatch/handler.js';

export interface UpdateDeps extends Omit<ReleaseSource, 'signal'> {
  /** Restarts this process once the call is answered. */
  readonly afterwards: () => void;
}

/** `agent_update` answers when the new version is in place, before it starts. */
export function agentUpdate(
  updates: Updates | NoUpdates,
  { afterwards, ...from }: UpdateDeps,
): Handler<'agent_update'> | Unsupported {
  if (!(updates instanceof Updates)) return updates;
  const { unsupported } = updates;
  if (unsupported !== undefined) return { unsupported };
  return async (args, { signal }) => {
    try {
      return await updates.update(args, { ...from, signal });
    } finally {
      if (updates.restartDue) afterwards();
    }
  };
}
