import { EXIT_CODES, type ExitCode } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { collectSnapshot, sampleLoad } from '../collectors/index.js';
import type { ConnectionConfig } from '../config/index.js';
import { PROCESS_FAULTS } from '../dispatch/faults.js';
import { EnrolmentRefused, EnrolmentStopped } from '../enrolment/enrol.js';
import { thisOs } from '../platform/this-os.js';
import type { CollectSnapshot } from '../platform/snapshot.js';
import { fired } from '../platform/wait.js';
import { keepHouse } from '../service/windows/housekeeping.js';
import { startAgent } from './start-agent.js';
import type { NoUpdates } from '../update/open-updates.js';
import { Updates } from '../update/updates.js';
import { CommandFailure } from './command-failure.js';
import { openState, type OpenState } from './open-state.js';
import type { Terminal } from './terminal.js';

/** `run`: the service, until it is stopped or must restart for an update. */
export async function runAgent(
  config: ConnectionConfig,
  terminal: Terminal,
  updates: Updates | NoUpdates,
): Promise<ExitCode> {
  const state = await openState(config, systemClock, terminal);
  const rest = await houseOf(config, state, terminal);
  const endSampling = await sampleLoad(systemClock);
  const again = new AbortController();
  const restart = (): void => again.abort();
  const leaving = AbortSignal.any([terminal.stopping, again.signal]);
  const endCode = (): ExitCode => (again.signal.aborted ? EXIT_CODES.restart : EXIT_CODES.ok);
  try {
    if (updates instanceof Updates) {
      const { updateConfirmMs: confirmMs } = config;
      updates.begin({ clock: systemClock, log: state.log.log.for('update'), confirmMs, restart });
    }
    const deps = { log: state.log, clock: systemClock, faults: PROCESS_FAULTS, collect };
    const agent = await startAgent(config, { ...deps, updates, restart }, leaving);
    await fired(leaving);
    state.log.log.info('kenny agent stops', { restart: again.signal.aborted });
    await agent.stop();
    return endCode();
  } catch (error) {
    if (error instanceof EnrolmentStopped) return endCode();
    if (error instanceof EnrolmentRefused) {
      state.log.log.error('not enrolled', { error: error.message });
      // The log went to the terminal already.
      throw new CommandFailure([], EXIT_CODES.refused);
    }
    throw error;
  } finally {
    if (updates instanceof Updates) updates.end();
    endSampling();
    rest();
    await state.close();
  }
}

/** Elsewhere the service manager does this. */
async function houseOf(
  { service, stateFolder }: ConnectionConfig,
  { log }: OpenState,
  { env }: Terminal,
): Promise<() => void> {
  if (!service || thisOs() !== 'windows') return () => undefined;
  return keepHouse({ stateFolder, env, clock: systemClock, log: log.log.for('service') });
}

const collect: CollectSnapshot = (sections, signal) =>
  collectSnapshot({ ...(sections ? { sections } : {}), signal, now: systemClock.now() });
