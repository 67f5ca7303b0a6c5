import { SERVICE_NAME } from '@kenny/contract/agent';
import { access, rm } from 'node:fs/promises';
import { replaceFile } from '../../platform/state-files.js';
import type { ServiceControl } from '../service-control.js';
import type { ServicePaths } from '../service-paths.js';
import { mustRun, trySystemProgram } from './run-system-program.js';
import { systemdUnit } from './systemd-unit.js';

/** Whether systemd runs this PC, not only is installed (`sd_booted`). */
export async function systemdRuns(): Promise<boolean> {
  try {
    await access('/run/systemd/system');
    return true;
  } catch {
    return false;
  }
}

/** The service as a unit of systemd. */
export function systemdService(paths: ServicePaths): ServiceControl {
  return {
    name: 'systemd',

    async place(runArgs) {
      await replaceFile(paths.unit, systemdUnit(paths, runArgs), 0o644);
      await systemctl('daemon-reload');
    },

    async enable() {
      await systemctl('enable', SERVICE_NAME);
      return undefined;
    },

    async start() {
      await systemctl('restart', SERVICE_NAME);
    },

    async stop() {
      // Fails for a unit that never existed, which is stopped enough.
      await trySystemProgram('systemctl', ['stop', SERVICE_NAME]);
    },

    async remove() {
      await trySystemProgram('systemctl', ['disable', '--now', SERVICE_NAME]);
      await rm(paths.unit, { force: true });
      await systemctl('daemon-reload');
      await trySystemProgram('systemctl', ['reset-failed', SERVICE_NAME]);
    },
  };
}

const systemctl = (...args: string[]): Promise<string> => mustRun('systemctl', args);
