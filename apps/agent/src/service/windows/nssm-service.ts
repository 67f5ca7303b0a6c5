import { AGENT_FILES, SERVICE_NAME } from '@kenny/contract/agent';
import { systemClock, type Clock } from '@kenny/kernel';
import { win32 } from 'node:path';
import { lockHolder } from '../../platform/instance-lock.js';
import { wait } from '../../platform/wait.js';
import { ServiceFault, type ServiceControl } from '../service-control.js';
import { serviceValues } from './service-values.js';
import type { SystemPrograms } from './system-programs.js';
import type { WindowsPaths } from './windows-paths.js';

const KEY = `HKLM\\SYSTEM\\CurrentControlSet\\Services\\${SERVICE_NAME}`;
/** nssm registers itself here as an event source at any command. */
const EVENT_SOURCE = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\EventLog\\Application\\NSSM';
/** `net stop` returns while the process may still be writing; it has ten seconds for its goodbye. */
const END_MS = 20_000;
const LOOK_EVERY_MS = 100;
/** nssm forgets a stop that comes in the first seconds after a start, and restarts the agent. */
const TOLD_AGAIN_MS = 2_000;
const STOPPED = /\b1\s+STOPPED\b/;
/** A busy PC takes long to start a program, and `net start` gives up before nssm has said that it runs. */
const START_MS = 30_000;
const RUNNING = /\b4\s+RUNNING\b/;
const STARTING = /\b2\s+START_PENDING\b/;
/** If nssm itself ever ends, Windows restarts it. */
const RECOVERY = ['reset=', '86400', 'actions=', 'restart/5000/restart/5000/restart/5000'];

/** The service under nssm, which restarts the agent and keeps its output. */
export function nssmService(
  paths: WindowsPaths,
  programs: SystemPrograms,
  clock: Clock = systemClock,
): ServiceControl {
  const isThere = (): Promise<boolean> => programs.succeeds('reg', ['query', KEY]);
  const lock = win32.join(paths.stateFolder, AGENT_FILES.lock);

  /** Neither the agent nor nssm, which would restart it. */
  const isStopped = async (): Promise<boolean> => {
    if ((await lockHolder(lock)) !== undefined) return false;
    const { stdout } = await programs.try('sc', ['query', SERVICE_NAME]);
    return STOPPED.test(stdout);
  };

  const stop = async (): Promise<void> => {
    if (!(await isThere())) return;
    const end = clock.monotonic() + END_MS;
    for (let told = -Infinity; clock.monotonic() <= end; await wait(clock, LOOK_EVERY_MS)) {
      if (clock.monotonic() - told >= TOLD_AGAIN_MS) {
        // Fails for a service that does not run, which is stopped enough.
        await programs.try('net', ['stop', SERVICE_NAME]);
        told = clock.monotonic();
      }
      if (await isStopped()) return;
    }
    throw new ServiceFault('the agent does not stop; end kenny-agent.exe in the task manager');
  };

  const start = async (): Promise<void> => {
    try {
      await programs.must('net', ['start', SERVICE_NAME]);
    } catch (fault) {
      if (!(await comesUp())) throw fault;
    }
  };

  /** Whatever `net start` made of it. */
  const comesUp = async (): Promise<boolean> => {
    const end = clock.monotonic() + START_MS;
    for (; clock.monotonic() <= end; await wait(clock, LOOK_EVERY_MS)) {
      const { stdout } = await programs.try('sc', ['query', SERVICE_NAME]);
      if (RUNNING.test(stdout)) return true;
      if (!STARTING.test(stdout)) return false;
    }
    return false;
  };

  /** Only ours: another product may bring its own nssm. */
  const removeEventSource = async (): Promise<void> => {
    const { stdout } = await programs.try('reg', ['query', EVENT_SOURCE, '/v', 'EventMessageFile']);
    if (!stdout.toLowerCase().includes(paths.serviceHost.toLowerCase())) return;
    await programs.must('reg', ['delete', EVENT_SOURCE, '/f']);
  };

  return {
    name: 'nssm',

    async place(runArgs) {
      if (!(await isThere())) {
        await programs.must(paths.serviceHost, ['install', SERVICE_NAME, paths.program]);
      }
      for (const { key, name, type, data } of serviceValues(paths, runArgs)) {
        const where = key === '' ? KEY : `${KEY}\\${key}`;
        const which = name === undefined ? ['/ve'] : ['/v', name];
        await programs.must('reg', ['add', where, ...which, '/t', type, '/d', data, '/f']);
      }
      await programs.must('sc', ['failure', SERVICE_NAME, ...RECOVERY]);
    },

    // Its registration is set to start automatically.
    enable: () => Promise.resolve(undefined),
    start,
    stop,

    async remove() {
      await stop();
      if (await isThere()) {
        await programs.must(paths.serviceHost, ['remove', SERVICE_NAME, 'confirm']);
      }
      await removeEventSource();
    },
  };
}

/** nssm reads this at each start. A registry value is written atomically. */
export function pointNssmAt(programs: SystemPrograms): (file: string) => Promise<void> {
  const value = ['/v', 'Application', '/t', 'REG_EXPAND_SZ'];
  return (file) => programs.must('reg', ['add', `${KEY}\\Parameters`, ...value, '/d', file, '/f']);
}
