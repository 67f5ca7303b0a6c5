import { AGENT_FILES, EXIT_CODES, systemClock, type ExitCode } from '@kenny/contract/agent';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fileKeyOf,
  prepareStateFolder,
  readConfigFile,
  updateConfigFile,
  type AgentConfig,
  type ConnectionConfig,
} from '../config/index.js';
import { loadKey } from '../enrolment/agent-key.js';
import { EnrolmentRefused, tokenDigest } from '../enrolment/enrol.js';
import { readEnrolment } from '../enrolment/enrolment-record.js';
import { replaceFile } from '../platform/state-files.js';
import { ensureGroup, CONTROL_GROUP, placeSwitch } from '../service/linux/control-group.js';
import { thisService } from '../service/linux/this-service.js';
import { ownProgram, placeProgram } from '../service/place-program.js';
import { ServiceFault, type ServiceControl } from '../service/service-control.js';
import { servicePaths, type ServicePaths } from '../service/service-paths.js';
import { CommandFailure } from './command-failure.js';
import { enrollAgent } from './enroll.command.js';
import { readSwitch } from './remote-control.command.js';
import type { Terminal } from './terminal.js';
import { waitUntilSeen } from './wait-until-seen.js';

/**
 * `install`: makes this PC run the agent as a service, now and at every start, and waits until the
 * server sees it. Run again it repairs whatever was changed or damaged; the identity and the switch
 * stay what they are.
 */
export async function installAgent(
  config: ConnectionConfig,
  insecure: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const paths = servicePaths();
  mustBeServiceState(config, paths);
  try {
    const service = await thisService(paths);
    await placeFiles(config, paths, service, { insecure, terminal });
    await service.stop();
    await enrolIfNeeded(config, paths, service, terminal);
    const startedAt = systemClock.now();
    await service.start();
    const trouble = await service.enable();
    terminal.print(`the service runs under ${service.name}`);
    if (trouble !== undefined) terminal.complain(trouble);
    return await waitUntilSeen(config, startedAt, terminal);
  } catch (error) {
    if (error instanceof ServiceFault) throw new CommandFailure([error.message]);
    throw error;
  }
}

function mustBeServiceState(config: AgentConfig, { stateFolder }: ServicePaths): void {
  if (config.stateFolder === stateFolder) return;
  throw new CommandFailure(
    [`the service keeps its files in ${stateFolder}; leave --state-dir and STATE_DIRECTORY away`],
    EXIT_CODES.usage,
  );
}

/**
 * A configuration that cannot be read is put aside, so that a link can bring a new one.
 * @returns what to tell, when there was one
 */
export async function setDamagedConfigAside(): Promise<string | undefined> {
  const file = join(servicePaths().stateFolder, AGENT_FILES.config);
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
  paths: ServicePaths,
  service: ServiceControl,
  { insecure, terminal }: Placing,
): Promise<void> {
  await placeProgram(await ownProgram(), paths);
  const problem = await prepareStateFolder(paths.stateFolder);
  if (problem) throw new CommandFailure([problem]);
  await service.place(paths, insecure ? ['run', '--insecure'] : ['run']);
  const { enabled } = await readSwitch(config, paths.controlFile);
  const doubt = await placeSwitch(paths.controlFile, await ensureGroup(), enabled);
  if (doubt !== undefined) {
    terminal.complain(
      `the switch ${paths.controlFile} cannot be trusted (${doubt}), so changes stay forbidden; ` +
        'turn it with "kenny-agent remote-control on" or "off"',
    );
  }
  terminal.print(`the program is ${paths.command}; members of ${CONTROL_GROUP} turn its switch`);
}

/** A token that did its work before is no reason to enrol again. */
async function enrolIfNeeded(
  config: ConnectionConfig,
  paths: ServicePaths,
  service: ServiceControl,
  terminal: Terminal,
): Promise<void> {
  const settled = await settleFiles(config, paths);
  const record = await readEnrolment(join(paths.stateFolder, AGENT_FILES.enrolment));
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
    // It worked before; a link that does not fit must not end that.
    if (record?.agentId === config.agentId) await service.start();
    throw error;
  }
}

/** What `run` needs, in its own folder: the files of an installer are gone in a moment. */
async function settleFiles(
  config: ConnectionConfig,
  paths: ServicePaths,
): Promise<ConnectionConfig> {
  if (config.tlsCa === undefined) return config;
  await replaceFile(paths.tlsCa, config.tlsCa, 0o644);
  await updateConfigFile(config.configFile, { [fileKeyOf('KENNY_TLS_CA')]: paths.tlsCa });
  return { ...config, tlsCaFile: paths.tlsCa };
}

/**
 * A PC that enrolled before brings a new key, because the server takes no key twice. Where only a key
 * is left, an answer may have been lost: the same key is tried first, and a new one when it is refused.
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
