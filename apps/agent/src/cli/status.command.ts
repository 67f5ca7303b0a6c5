import { AGENT_FILES, EXIT_CODES, type ExitCode } from '@kenny/contract/agent';
import { agentSignatures, keyFingerprint } from '@kenny/handshake/agent';
import { join } from 'node:path';
import { AGENT_BUILD } from '../config/build.js';
import type { AgentConfig } from '../config/index.js';
import { readConnectionFacts } from '../connection/connection-status.js';
import { loadKey } from '../enrolment/agent-key.js';
import { readEnrolment } from '../enrolment/enrolment-record.js';
import { lockHolder } from '../platform/instance-lock.js';
import { readUpdateRecord } from '../update/record-file.js';
import { updateWords } from '../update/update-record.js';
import { readSwitch, switchFile } from './remote-control.command.js';
import { printTable, type Terminal } from './terminal.js';

/** `status`: what this PC knows of its agent, without asking the server. */
export async function printStatus(
  config: AgentConfig,
  { json, ownFolder }: { json: boolean; ownFolder: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const facts = await gatherFacts(config, await switchFile(config, ownFolder, terminal));
  if (json) terminal.print(JSON.stringify(facts, null, 2));
  else printTable(terminal, rowsOf(facts));
  return EXIT_CODES.ok;
}

async function gatherFacts(config: AgentConfig, controlFile: string) {
  const inState = (file: string): string => join(config.stateFolder, file);
  const seed = await loadKey(config.keyFile);
  const record = await readEnrolment(inState(AGENT_FILES.enrolment), config.agentId);
  const serverKey = config.serverKey ?? record?.serverKey;
  const running = await lockHolder(inState(AGENT_FILES.lock));
  const connection = await readConnectionFacts(inState(AGENT_FILES.status));
  const control = await readSwitch(config, controlFile);
  const update = await readUpdateRecord(inState(AGENT_FILES.update));
  return {
    agent_id: config.agentId ?? record?.agentId ?? null,
    version: AGENT_BUILD.version,
    server: config.server?.socket ?? null,
    server_key: serverKey ? keyFingerprint(serverKey) : null,
    key: seed ? keyFingerprint(agentSignatures.createSigner(seed).publicKey) : null,
    enrolled_at: record?.enrolledAt ?? null,
    state_folder: config.stateFolder,
    running_pid: running?.pid ?? null,
    remote_control: control.enabled,
    remote_control_reason: control.enabled ? null : control.reason,
    remote_control_file: controlFile,
    // A dead process is not connected, whatever it wrote last.
    connected: running !== undefined && connection?.connected === true,
    connection: connection ?? null,
    update: update ?? null,
  };
}

type Facts = Awaited<ReturnType<typeof gatherFacts>>;

function rowsOf(facts: Facts): [string, string][] {
  const { connection } = facts;
  return [
    ['agent', facts.agent_id ?? 'no id yet (--agent-id)'],
    ['version', facts.version],
    ['server', facts.server ?? 'not known yet (--server)'],
    ['server key', facts.server_key ?? 'not pinned'],
    ['own key', facts.key ?? 'none yet'],
    ['enrolled', facts.enrolled_at ?? 'no'],
    ['state folder', facts.state_folder],
    ['process', facts.running_pid === null ? 'not running' : String(facts.running_pid)],
    ['remote control', facts.remote_control ? 'on' : `off: ${facts.remote_control_reason}`],
    ['switch', facts.remote_control_file],
    ['connected', facts.connected ? `yes, since ${connection?.since}` : 'no'],
    ['last connected', connection?.last_connected_at ?? 'never'],
    ['last end', connection?.last_end ?? 'none'],
    ['last update', (facts.update && updateWords(facts.update)) ?? 'none'],
  ];
}
