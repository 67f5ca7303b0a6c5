import { AGENT_FILES } from '@kenny/contract/agent';
import { type Clock, HOUR_MS, type Timer } from '@kenny/kernel';
import { join } from 'node:path';
import { pruneRotated, type Logger } from '../../logging/index.js';
import { errorText } from '../../errors/error-code.js';
import { lockState } from './access-lists.js';
import { SystemPrograms } from './system-programs.js';
import { SERVICE_LOGS, windowsPaths } from './windows-paths.js';

const EVERY_MS = HOUR_MS;
const KEPT_LOGS = 3;

interface Housekeeping {
  readonly stateFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Care of the service's folder on Windows: its rights are reset at every start, because a copied or
 * restored folder inherits those of its parent, and logs that nssm rotated are deleted now and
 * hourly.
 * @returns stops it
 */
export async function keepHouse({
  stateFolder,
  env,
  clock,
  log,
}: Housekeeping): Promise<() => void> {
  const failed = (what: string) => (error: unknown) =>
    log.warn(`${what} failed`, { error: errorText(error) });
  const lock = async (): Promise<void> => {
    const { program, systemFolder } = windowsPaths(env);
    await lockState({ program, stateFolder }, new SystemPrograms(systemFolder));
  };
  await lock().catch(failed('locking the state folder'));
  let timer: Timer | undefined;
  let ended = false;
  const prune = async (): Promise<void> => {
    const logs = join(stateFolder, AGENT_FILES.logs);
    await pruneRotated(logs, SERVICE_LOGS, KEPT_LOGS).catch(failed('deleting old logs'));
    if (!ended) timer = clock.setTimer(() => void prune(), EVERY_MS);
  };
  await prune();
  return () => {
    ended = true;
    timer?.cancel();
  };
}
