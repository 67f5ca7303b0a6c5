import { AGENT_FILES, EXIT_CODES, type ExitCode } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { controlFileFor, serviceStateFolder, type AgentConfig } from '../config/index.js';
import { writeControl } from '../control/control-file.js';
import { KillSwitch, type SwitchState } from '../control/kill-switch.js';
import { Logger } from '../logging/index.js';
import { errorCode, errorText } from '../errors/error-code.js';
import { CommandFailure } from './command-failure.js';
import type { Terminal } from './terminal.js';

export const SWITCH_ACTIONS = ['on', 'off', 'status'] as const;
export type SwitchAction = (typeof SWITCH_ACTIONS)[number];

/** `remote-control`: the person at the PC turns the kill switch or reads it. */
export async function turnRemoteControl(
  action: SwitchAction,
  config: AgentConfig,
  { json, ownFolder }: { json: boolean; ownFolder: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const file = await switchFile(config, ownFolder, terminal);
  if (action !== 'status') await turn(file, action === 'on');
  const state = await readSwitch(config, file);
  if (json) terminal.print(JSON.stringify({ file, ...describe(state) }));
  else
    terminal.print(state.enabled ? `remote control is on (${file})` : `${state.reason} (${file})`);
  return EXIT_CODES.ok;
}

/** Reads the switch without saving its state: only the service does that. */
export async function readSwitch(
  { stateFolder }: Pick<AgentConfig, 'stateFolder'>,
  file: string,
): Promise<SwitchState> {
  const lastFile = join(stateFolder, AGENT_FILES.lastControl);
  const log = new Logger([], systemClock);
  return new KillSwitch({ file, lastFile, readOnly: true, clock: systemClock, log }).read();
}

/**
 * The service's own switch, unless a file or folder is named: that is the one in force on this PC.
 */
export async function switchFile(
  config: AgentConfig,
  ownFolder: boolean,
  { env }: Pick<Terminal, 'env'>,
): Promise<string> {
  if (config.controlFileGiven || ownFolder) return config.controlFile;
  const service = controlFileFor(serviceStateFolder({ env, platform: process.platform }));
  try {
    await access(service);
    return service;
  } catch {
    return config.controlFile; // no installed service here
  }
}

function describe(state: SwitchState): { remote_control: boolean; reason?: string } {
  if (state.enabled) return { remote_control: true };
  return { remote_control: false, reason: state.reason };
}

async function turn(file: string, enabled: boolean): Promise<void> {
  try {
    await writeControl(file, enabled);
  } catch (error) {
    const code = errorCode(error);
    const denied = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
    const advice = denied ? '; you may not write it: use an account of the group kenny' : '';
    const reason = `${file} cannot be written: ${errorText(error)}${advice}`;
    throw new CommandFailure([reason], denied ? EXIT_CODES.refused : EXIT_CODES.failed);
  }
}
