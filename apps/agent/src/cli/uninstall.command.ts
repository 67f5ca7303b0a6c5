import { EXIT_CODES, SERVICE_NAME, type ExitCode } from '@kenny/contract/agent';
import { access, rm } from 'node:fs/promises';
import { readControl, writeControl } from '../control/control-file.js';
import { CONTROL_GROUP } from '../service/linux/control-group.js';
import { plainService } from '../service/linux/plain-service.js';
import { systemdRuns, systemdService } from '../service/linux/systemd-service.js';
import { removeLink } from '../service/place-program.js';
import { ServiceFault } from '../service/service-control.js';
import { servicePaths, type ServicePaths } from '../service/service-paths.js';
import { CommandFailure } from './command-failure.js';
import { readSwitch } from './remote-control.command.js';
import { mustBeRoot } from './root-only.js';
import type { Terminal } from './terminal.js';

/**
 * `uninstall`: takes the service, its program, its key and its memory away. What stays is the switch:
 * who forbade changes to this PC has forbidden them to the next installation as well.
 */
export async function uninstallAgent(terminal: Terminal): Promise<ExitCode> {
  mustBeRoot('uninstall');
  const paths = servicePaths();
  try {
    if (await systemdRuns()) await systemdService.remove(paths);
    await plainService(paths).remove(paths);
  } catch (error) {
    if (error instanceof ServiceFault) throw new CommandFailure([error.message]);
    throw error;
  }
  await keepChoice(paths);
  await removeLink(paths);
  await rm(paths.programFolder, { recursive: true, force: true });
  await rm(paths.stateFolder, { recursive: true, force: true });
  terminal.print(`${SERVICE_NAME} is uninstalled`);
  if (await isThere(paths.controlFile)) {
    terminal.print(`kept: the switch ${paths.controlFile} and the group ${CONTROL_GROUP}`);
  }
  terminal.print('the server still knows this PC; "kenny agent remove <agent_id>" ends that');
  return EXIT_CODES.ok;
}

/** "Off" may only stand in the service's memory, which is about to go. */
async function keepChoice({ stateFolder, controlFile }: ServicePaths): Promise<void> {
  const { enabled } = await readSwitch({ stateFolder }, controlFile);
  if (enabled || (await readControl(controlFile)).kind !== 'missing') return;
  await writeControl(controlFile, false);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
