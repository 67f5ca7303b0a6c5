import { randomUUID } from 'node:crypto';
import { PrincipalResolver } from '../../apps/server/dist/auth/index.js';
import { loadConfig } from '../../apps/server/dist/config/index.js';
import { Dispatch } from '../../apps/server/dist/dispatch/index.js';
import { ServerMetrics } from '../../apps/server/dist/metrics/index.js';
import { startServer } from '../../apps/server/dist/server.js';
import { answerCommands } from './answer-commands.mjs';
import { TOOL } from './command-loop.mjs';

/**
 * The whole built server, as `kenny serve` starts it, with callers inside: commands go through
 * Dispatch without a door before it, since every door has a cost of its own.
 */
const server = await startServer(loadConfig(process.env, process.cwd()));
const principal = await server.app
  .get(PrincipalResolver)
  .fromBearer(process.env.KENNY_OPERATOR_TOKEN);
const dispatch = server.app.get(Dispatch);

answerCommands(async (command) => {
  const request_id = randomUUID();
  const ctx = { principal, door: 'http', request_id };
  const outcome = await dispatch.call(ctx, { tool: TOOL, ...command });
  if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
});
const metrics = server.app.get(ServerMetrics);
process.on('message', ({ listeners, id }) => {
  if (!listeners) return;
  metrics.onApplicationShutdown();
  if (listeners === 'on') metrics.onModuleInit();
  process.send({ load: id });
});
process.on('SIGTERM', () => void server.close().then(() => process.exit()));
process.send({ type: 'listening', url: server.url });
