import { AGENT_FILES, type Clock, type Timer } from '@kenny/contract/agent';
import { join } from 'node:path';
import { pruneRotated, type Logger } from '../../logging/index.js';
import { errorText } from '../../platform/error-code.js';
import type { AskSession } from '../../platform/windows/session/session-calls.js';
import { lockState } from './access-lists.js';
import { SystemPrograms } from './system-programs.js';
import { SERVICE_LOGS, windowsPaths } from './windows-paths.js';

const EVERY_MS = 60 * 60 * 1000;
const KEPT_LOGS = 3;

interface Housekeeping {
  readonly stateFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Logger;
  /** How the session at the screen is spoken to. */
  readonly ask: AskSession;
}

/**
 * What the service does for its own folder on Windows: at every start the rights are set again,
 * because a copied or restored folder takes over those of its surroundings, and what nssm rotated away
 * is deleted now and each hour.
 * @returns what ends it
 */
export async function keepHouse({
  stateFolder,
  env,
  clock,
  log,
  ask,
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
  const ending = new AbortController();
  void greetSession(ask, log, ending.signal);
  return () => {
    ended = true;
    timer?.cancel();
    ending.abort();
  };
}

/**
 * Who is logged on while the service is installed, updated or started again gets the helper of this
 * version now; everybody else at their logon.
 */
async function greetSession(ask: AskSession, log: Logger, signal: AbortSignal): Promise<void> {
  try {
    const outcome = await ask('hello', signal);
    if (!outcome.ok)
      log.debug('no helper in the session at the screen', { reason: outcome.reason });
  } catch (error) {
    log.debug('the session at the screen was not greeted', { error: errorText(error) });
  }
}
