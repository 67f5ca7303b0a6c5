import { Logger } from '@nestjs/common';
import { FirstAdminToken, type FirstAdmin } from '../auth/index.js';
import { loadConfig } from '../config/index.js';
import type { RunningServer } from '../server.js';
import { localAgentOverIpc } from './local-agent.js';

/** `kenny serve`: runs until SIGINT or SIGTERM. Resolves with the exit code. */
export async function serve(): Promise<number> {
  const config = loadConfig(process.env, process.cwd());
  const stopped = stopSignal();
  // Loaded late: the other commands talk to a running server and need none of this.
  const { startServer } = await import('../server.js');
  const server = await startServer(config);
  const admin = await server.app.get(FirstAdminToken).ensure();
  console.log(`kenny is listening on ${server.url}`);
  tellAdmin(admin);
  localAgentOverIpc(server);
  await stopped;
  return stop(server);
}

function tellAdmin(admin: FirstAdmin): void {
  if (admin.kind === 'generated') {
    console.log(`\nThe first admin token, shown this once:\n\n    ${admin.token}\n`);
  } else if (admin.kind === 'revoked') {
    new Logger('Boot').warn(
      'KENNY_OPERATOR_TOKEN names a token that was revoked; it stays revoked. Set another one.',
    );
  }
}

async function stop(server: RunningServer): Promise<number> {
  console.log('kenny is stopping');
  await server.close();
  return 0;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    // Whoever started us with a channel and is gone cannot stop us any more.
    if (process.send) process.once('disconnect', () => resolve());
  });
}
