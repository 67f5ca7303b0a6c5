import { AGENT_FILES } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { join } from 'node:path';
import { prepareStateFolder, type AgentConfig } from '../config/index.js';
import { openAgentLog, type AgentLog } from '../logging/index.js';
import { acquireLock } from '../platform/instance-lock.js';
import { removeTemporaries } from '../platform/state-files.js';
import { CommandFailure } from './command-failure.js';
import type { Terminal } from './terminal.js';

/** Without those of the lock: another process may be trying to take it. */
const OWN_FILES = Object.values(AGENT_FILES).filter((file) => file !== AGENT_FILES.lock);

/** The state folder, locked by this process, with its log. */
export interface OpenState {
  log: AgentLog;
  /** Flushes the log and releases the folder. */
  close(): Promise<void>;
}

/** @throws CommandFailure when the folder is unusable or locked by another agent */
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
