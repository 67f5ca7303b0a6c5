import { SERVICE_NAME } from '@kenny/contract/agent';
import { access, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runProgram } from '../../platform/run-program.js';
import { replaceFile } from '../../platform/state-files.js';
import type { ServiceControl } from '../service-control.js';
import type { ServicePaths } from '../service-paths.js';
import { initScript } from './init-script.js';
import { outputOf, trySystemProgram } from './run-system-program.js';
import { supervisorScript } from './supervisor-script.js';

/** Longer than the script waits for the agent to exit. */
const SCRIPT_MS = 60_000;

/** The service where there is no systemd: a shell supervisor and a System V init script. */
export function plainService(paths: ServicePaths): ServiceControl {
  const script = async (action: 'start' | 'stop'): Promise<string> => {
    const result = await runProgram({
      file: paths.initScript,
      args: [action],
      timeoutMs: SCRIPT_MS,
    });
    return outputOf(`${paths.initScript} ${action}`, result);
  };
  return {
    name: 'its own supervisor',

    async place(runArgs) {
      await mkdir(dirname(paths.initScript), { recursive: true, mode: 0o755 });
      await replaceFile(paths.supervisor, supervisorScript(paths, runArgs), 0o755);
      await replaceFile(paths.initScript, initScript(paths), 0o755);
    },

    async enable() {
      const done = await trySystemProgram('update-rc.d', [SERVICE_NAME, 'defaults']);
      if (done?.exit_code === 0) return undefined;
      return (
        'nothing here starts it when this PC starts: let your init system run ' +
        `"${paths.initScript} start"`
      );
    },

    async start() {
      await script('start');
    },

    async stop() {
      if (await exists(paths.initScript)) await script('stop');
    },

    async remove() {
      if (!(await exists(paths.initScript))) return;
      // Rewrite it first: it may be damaged, and only a whole one stops the agent.
      await replaceFile(paths.initScript, initScript(paths), 0o755);
      await script('stop');
      await rm(paths.initScript, { force: true });
      await trySystemProgram('update-rc.d', [SERVICE_NAME, 'remove']);
    },
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
