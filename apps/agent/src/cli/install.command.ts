import { AGENT_FILES, EXIT_CODES, fileKeyOf, type ExitCode } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  prepareStateFolder,
  readConfigFile,
  serviceStateFolder,
  updateConfigFile,
  type AgentConfig,
  type ConnectionConfig,
} from '../config/index.js';
import { loadKey } from '../enrolment/agent-key.js';
import { EnrolmentRefused, tokenDigest } from '../enrolment/enrol.js';
import { readEnrolment } from '../enrolment/enrolment-record.js';
import { replaceFile } from '../platform/state-files.js';
import { ServiceFault } from '../service/service-control.js';
import type { ServiceFolders, ServiceSetup } from '../service/service-setup.js';
import { thisSetup } from '../service/this-setup.js';
import { CommandFailure } from './command-failure.js';
import { RUN_COMMAND } from './command-names.js';
import { enrollAgent } from './enroll.command.js';
import { readSwitch } from './remote-control.command.js';
import type { Terminal } from './terminal.js';
import { waitUntilSeen } from './wait-until-seen.js';

/**
 * `install`: sets up the agent as a service and waits until the server sees it. Run again, it
 * repairs what was changed or damaged; the identity and the switch stay.
 */
export async function installAgent(
  config: ConnectionConfig,
  insecure: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    const setup = await thisSetup(terminal.env);
    mustBeServiceState(config, setup.folders);
    const { control } = setup;
    await placeFiles(config, setup, { insecure, terminal });
    await control.stop();
    await enrolIfNeeded(config, setup, terminal);
    const startedAt = systemClock.now();
    await control.start();
    const trouble = await control.enable();
    terminal.print(`the service runs under ${control.name}`);
    if (trouble !== undefined) terminal.complain(trouble);
    return await waitUntilSeen(config, startedAt, terminal);
  } catch (error) {
    if (error instanceof ServiceFault) throw new CommandFailure([error.message]);
    throw error;
  }
}

function mustBeServiceState(config: AgentConfig, { stateFolder }: ServiceFolders): void {
  if (config.stateFolder === stateFolder) return;
  throw new CommandFailure(
    [`the service keeps its files in ${stateFolder}; leave --state-dir and STATE_DIRECTORY away`],
    EXIT_CODES.usage,
  );
}

/**
 * Moves an unreadable configuration aside, so that an installer link can bring a new one.
 * @returns a message, if there was one
 */
export async function setDamagedConfigAside({ env }: Terminal): Promise<string | undefined> {
  const stateFolder = serviceStateFolder({ env, platform: process.platform });
  const file = join(stateFolder, AGENT_FILES.config);
  const content = await readConfigFile(file, false);
  if (typeof content !== 'string') return undefined;
  await rename(file, `${file}.damaged`);
  return `${content}; it is now ${file}.damaged`;
}

interface Placing {
  readonly insecure: boolean;
  readonly terminal: Terminal;
}

async function placeFiles(
  config: ConnectionConfig,
  setup: ServiceSetup,
  { insecure, terminal }: Placing,
): Promise<void> {
  const { stateFolder, controlFile } = setup.folders;
  await setup.placeProgram();
  const problem = await prepareStateFolder(stateFolder);
  if (problem) throw new CommandFailure([problem]);
  await setup.lockState();
  await setup.control.place(insecure ? [RUN_COMMAND, '--insecure'] : [RUN_COMMAND]);
  const { enabled } = await readSwitch(config, controlFile);
  const doubt = await setup.placeSwitch(enabled);
  if (doubt !== undefined) {
    terminal.complain(
      `the switch ${controlFile} cannot be trusted (${doubt}), so changes stay forbidden; ` +
        'turn it with "kenny-agent remote-control on" or "off"',
    );
  }
  terminal.print(setup.whereabouts);
}

/** A used token is no reason to enrol again. */
async function enrolIfNeeded(
  config: ConnectionConfig,
  { folders, control }: ServiceSetup,
  terminal: Terminal,
): Promise<void> {
  const settled = await settleFiles(config, folders);
  const record = await readEnrolment(join(folders.stateFolder, AGENT_FILES.enrolment));
  const token = config.enrolToken?.value;
  if (token === undefined || tokenDigest(token) === record?.tokenSha256) {
    if (record?.agentId === config.agentId) return;
    throw new CommandFailure(
      [
        `this PC is not enrolled as ${config.agentId}: install it with the link that ` +
          `"kenny agent installer ${config.agentId}" prints at the server`,
      ],
      EXIT_CODES.refused,
    );
  }
  try {
    await enrolWith(settled, record !== undefined, terminal);
  } catch (error) {
    // It worked before, so an unsuitable link must not end that.
    if (record?.agentId === config.agentId) await control.start();
    throw error;
  }
}

/** Copies what `run` needs: the installer's files are about to be deleted. */
async function settleFiles(
  config: ConnectionConfig,
  { tlsCa }: ServiceFolders,
): Promise<ConnectionConfig> {
  if (config.tlsCa === undefined) return config;
  await replaceFile(tlsCa, config.tlsCa, 0o644);
  await updateConfigFile(config.configFile, { [fileKeyOf('KENNY_TLS_CA')]: tlsCa });
  return { ...config, tlsCaFile: tlsCa };
}

/**
 * An enrolled PC brings a new key, because the server accepts no key twice. With only a key, an
 * answer may have been lost: try the same key first, and a new one if it is refused.
 */
async function enrolWith(
  config: ConnectionConfig,
  enrolledBefore: boolean,
  terminal: Terminal,
): Promise<void> {
  const halfway = !enrolledBefore && (await loadKey(config.keyFile)) !== undefined;
  try {
    await enrollAgent(config, enrolledBefore, terminal);
  } catch (error) {
    if (!halfway || !isRefusal(error)) throw error;
    await enrollAgent(config, true, terminal);
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof EnrolmentRefused) return true;
  return error instanceof CommandFailure && error.exit === EXIT_CODES.refused;
}
