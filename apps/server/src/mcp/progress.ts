import type { Clock } from '@kenny/kernel';
import type { ServerContext } from '@modelcontextprotocol/server';
import { Logger } from '@nestjs/common';
import { MCP_TIMES } from './limits.js';

const logger = new Logger('McpProgress');

/**
 * While a call runs, tells a client that asked for it that it still does. Ends with the returned
 * function.
 */
export function reportProgress(
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  clock: Clock,
  what: string,
): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  const began = clock.monotonic();
  const tick = () => {
    const progress = Math.round((clock.monotonic() - began) / 1000);
    const params = { progressToken, progress, message: `${what}: ${progress} s` };
    mcpReq.notify({ method: 'notifications/progress', params }).catch((error: unknown) => {
      // Whoever asked may have gone; the call itself does not depend on it.
      logger.debug(`progress could not be told: ${String(error)}`);
    });
    timer = clock.setTimer(tick, MCP_TIMES.progress);
  };
  let timer = clock.setTimer(tick, MCP_TIMES.progress);
  return () => timer.cancel();
}
