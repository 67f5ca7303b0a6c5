import { EXIT_CODES, type ExitCode } from '@kenny/contract';
import { once } from 'node:events';
import { FirstAdminToken, type FirstAdmin } from '../../auth/index.js';
import { loadConfig, type AppConfig } from '../../config/index.js';
import { startServer, type RunningServer } from '../../server.js';
import type { Invocation } from '../invocation.js';
import { look, say, type Shown } from '../output/shown.js';
import { offerLocalAgent } from './local-agent.js';
import { parentChannel, type ParentChannel } from './parent-channel.js';
import { startupTrouble } from './startup-words.js';

/** `kenny serve`: runs until Ctrl+C or SIGTERM, or until whoever started it is gone. */
export async function serve(
  { io, screen }: Invocation,
  channel: ParentChannel | undefined = parentChannel(),
): Promise<ExitCode> {
  const server = await started(readConfig(io), io.clock);
  const admin = await server.app.get(FirstAdminToken).ensure();
  screen.print(say`kenny is listening on ${server.url}`, ...adminLines(admin));
  if (channel) offerLocalAgent(server, channel);
  await aborted(channel ? AbortSignal.any([io.stop, channel.gone]) : io.stop);
  screen.print(say`kenny is stopping`);
  await server.close();
  return EXIT_CODES.ok;
}

function readConfig({ env, cwd }: Invocation['io']): AppConfig {
  try {
    return loadConfig(env, cwd);
  } catch (error) {
    throw startupTrouble(error);
  }
}

async function started(
  config: AppConfig,
  clock: Invocation['io']['clock'],
): Promise<RunningServer> {
  try {
    return await startServer(config, clock);
  } catch (error) {
    throw startupTrouble(error, `${config.host}:${config.port}`);
  }
}

function adminLines(admin: FirstAdmin): Shown[] {
  if (admin.kind === 'generated') {
    return [
      say``,
      say`The first admin token, shown this once:`,
      say``,
      say`    ${admin.token}`,
      say``,
    ];
  }
  if (admin.kind !== 'revoked') return [];
  const words =
    'KENNY_OPERATOR_TOKEN names a token that was revoked; it stays so. Set another one.';
  return [look(words, 'yellow')];
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
