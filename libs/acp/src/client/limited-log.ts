import type { PeerLog } from '@kenny/jsonrpc';
import { ACP_LIMITS } from '../limits/limits.js';

/** A hostile agent must not fill the log of this program. */
export function limitedLog(log: PeerLog): PeerLog {
  let lines = 0;
  const limited =
    (write: (facts: object, message: string) => void) =>
    (facts: object, message: string): void => {
      lines += 1;
      if (lines < ACP_LIMITS.logLines) write(facts, message);
      if (lines === ACP_LIMITS.logLines)
        write(facts, `${message}; more about this agent is left out`);
    };
  return {
    warn: limited((facts, message) => log.warn(facts, message)),
    error: limited((facts, message) => log.error(facts, message)),
  };
}
