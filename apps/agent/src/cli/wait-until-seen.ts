import { AGENT_FILES, EXIT_CODES, type ExitCode } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { join } from 'node:path';
import type { ConnectionConfig } from '../config/index.js';
import { readConnectionFacts } from '../connection/connection-status.js';
import { lockHolder } from '../platform/instance-lock.js';
import { wait } from '../platform/wait.js';
import { CommandFailure } from './command-failure.js';
import type { Terminal } from './terminal.js';

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 250;

/**
 * Waits until the started service is connected: the server has then proved its identity, accepted
 * this PC and shows it online.
 * @throws CommandFailure that says why not; the service keeps trying
 */
export async function waitUntilSeen(
  { agentId, server, stateFolder }: ConnectionConfig,
  startedAt: number,
  terminal: Terminal,
): Promise<ExitCode> {
  const status = join(stateFolder, AGENT_FILES.status);
  const lock = join(stateFolder, AGENT_FILES.lock);
  const end = systemClock.monotonic() + PATIENCE_MS;
  let lastEnd: string | undefined;
  while (systemClock.monotonic() < end && !terminal.stopping.aborted) {
    const facts = await readConnectionFacts(status);
    const fresh = facts !== undefined && Date.parse(facts.since) >= startedAt;
    if (fresh && facts.connected && (await lockHolder(lock))) {
      terminal.print(`${server.http} sees this PC as ${agentId}`);
      return EXIT_CODES.ok;
    }
    if (fresh) lastEnd = facts.last_end;
    await wait(systemClock, LOOK_EVERY_MS, terminal.stopping);
  }
  throw new CommandFailure(
    [
      `the service is installed, but ${server.http} has not seen it yet` +
        (lastEnd === undefined ? '' : `: ${lastEnd}`),
      'it keeps trying; "kenny-agent status" shows its state',
    ],
    EXIT_CODES.unreachable,
  );
}
