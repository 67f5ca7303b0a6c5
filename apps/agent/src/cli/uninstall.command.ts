import { EXIT_CODES, SERVICE_NAME, type ExitCode } from '@kenny/contract/agent';
import { access, rm } from 'node:fs/promises';
import { readControl, writeControl } from '../control/control-file.js';
import { ServiceFault } from '../service/service-control.js';
import type { ServiceFolders } from '../service/service-setup.js';
import { thisSetup } from '../service/this-setup.js';
import { CommandFailure } from './command-failure.js';
import { readSwitch } from './remote-control.command.js';
import { mustBeRoot } from './root-only.js';
import type { Terminal } from './terminal.js';

/**
 * `uninstall`: removes the service, its program, its key and its state. The switch stays: who
 * forbade changes to this PC forbade them to the next installation too.
 */
export async function uninstallAgent(terminal: Terminal): Promise<ExitCode> {
  await mustBeRoot('uninstall', terminal);
  try {
    const setup = await thisSetup(terminal.env);
    const left = await setup.remove();
    await keepChoice(setup.folders);
    await rm(setup.folders.stateFolder, { recursive: true, force: true, maxRetries: 5 });
    terminal.print(`${SERVICE_NAME} is uninstalled`);
    if (left !== undefined) terminal.print(left);
    if (await isThere(setup.folders.controlFile)) terminal.print(`kept: ${setup.kept}`);
  } catch (error) {
    if (error instanceof ServiceFault) throw new CommandFailure([error.message]);
    throw error;
  }
  terminal.print('the server still knows this PC; "kenny agent remove <agent_id>" ends that');
  return EXIT_CODES.ok;
}

/** "Off" may only be saved in the state folder, which is about to be deleted. */
async function keepChoice({ stateFolder, controlFile }: ServiceFolders): Promise<void> {
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
