import { EXIT_CODES, systemClock, type ExitCode } from '@kenny/contract/agent';
import { collectSnapshot } from '../collectors/index.js';
import type { ConnectionConfig } from '../config/index.js';
import { PROCESS_FAULTS } from '../dispatch/faults.js';
import { EnrolmentRefused, EnrolmentStopped } from '../enrolment/enrol.js';
import { thisOs } from '../platform/index.js';
import type { CollectSnapshot } from '../platform/snapshot.js';
import { keepHouse } from '../service/windows/housekeeping.js';
import { startAgent } from '../start-agent.js';
import { CommandFailure } from './command-failure.js';
import { openState, type OpenState } from './open-state.js';
import type { Terminal } from './terminal.js';

/** `run`: the service itself, until it is told to end. */
export async function runAgent(config: ConnectionConfig, terminal: Terminal): Promise<ExitCode> {
  const state = await openState(config, systemClock, terminal);
  const rest = await houseOf(config, state, terminal);
  try {
    const deps = { log: state.log, clock: systemClock, faults: PROCESS_FAULTS, collect };
    const agent = await startAgent(config, deps, terminal.stopping);
    await fired(terminal.stopping);
    state.log.log.info('kenny agent stops');
    await agent.stop();
    return EXIT_CODES.ok;
  } catch (error) {
    if (error instanceof EnrolmentStopped) return EXIT_CODES.ok;
    if (error instanceof EnrolmentRefused) {
      state.log.log.error('not enrolled', { error: error.message });
      // The log has told the terminal already.
      throw new CommandFailure([], EXIT_CODES.refused);
    }
    throw error;
  } finally {
    rest();
    await state.close();
  }
}

/** Elsewhere the service manager sees to it. */
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

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
