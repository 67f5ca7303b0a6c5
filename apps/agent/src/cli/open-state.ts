import { AGENT_FILES } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { join } from 'node:path';
import { prepareStateFolder, type AgentConfig } from '../config/index.js';
import { openAgentLog, type AgentLog } from '../logging/index.js';
import { acquireLock } from '../platform/instance-lock.js';
import { removeTemporaries } from '../platform/state-files.js';
import { CommandFailure } from './command-failure.js';
import type { Terminal } from './terminal.js';

/** Those of the lock are not among them: another process may be trying to take it. */
const OWN_FILES = Object.values(AGENT_FILES).filter((file) => file !== AGENT_FILES.lock);

/** The state folder, held by this process alone, with its log. */
export interface OpenState {
  log: AgentLog;
  /** Writes what is left of the log and lets others have the folder. */
  close(): Promise<void>;
}

/** @throws CommandFailure when the folder cannot be used or another agent works with it. */
export async function openState(
  config: AgentConfig,
  clock: Clock,
  terminal: Terminal,
): Promise<OpenState> {
  const { stateFolder } = config;
  const problem = await prepareStateFolder(stateFolder);
  if (problem) throw new CommandFailure([problem]);
  const lock = await acquireLock(join(stateFolder, AGENT_FILES.lock));
  if ('holder' in lock) {
    throw new CommandFailure([
      `another kenny-agent (process ${lock.holder.pid}) works with ${stateFolder}; stop it first, or ` +
        'use another --state-dir',
    ]);
  }
  await removeTemporaries(stateFolder, OWN_FILES);
  const log = await openAgentLog({
    folder: join(stateFolder, AGENT_FILES.logs),
    level: config.logLevel,
    forwardLevel: config.forwardLevel,
    clock,
    print: (line) => terminal.complain(line),
  });
  return {
    log,
    close: async () => {
      await log.flush();
      await lock.release();
    },
  };
}
