import {
  AGENT_FEATURES,
  AGENT_FILES,
  AGENT_TOOL_NAMES,
  isAgentToolName,
  wireArch,
  type FrameOf,
} from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { mkdir } from 'node:fs/promises';
import { arch, hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { AGENT_BUILD } from '../config/build.js';
import type { ConnectionConfig } from '../config/index.js';
import { ConnectionStatus } from '../connection/connection-status.js';
import { LogPump } from '../connection/log-pump.js';
import { ServerConnection } from '../connection/server-connection.js';
import { TelemetryPump } from '../connection/telemetry-pump.js';
import { AgentGuard } from '../control/agent-guard.js';
import { KillSwitch } from '../control/kill-switch.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import type { Faults } from '../dispatch/faults.js';
import { Journal } from '../dispatch/journal.js';
import { establishIdentity } from '../enrolment/identity.js';
import { agentUpdate } from '../handlers/agent-update.js';
import { supportedTools } from '../dispatch/handler.js';
import { privateFiles } from '../handlers/fs/server-files.js';
import { createHandlers } from '../handlers/index.js';
import type { AgentLog } from '../logging/index.js';
import { platformOf } from '../operations/index.js';
import type { CollectSnapshot } from '../platform/snapshot.js';
import { thisOs } from '../platform/this-os.js';
import { wait } from '../platform/wait.js';
import { NOT_A_SERVICE, type NoUpdates } from '../update/open-updates.js';
import { Updates } from '../update/updates.js';

/** Dependencies of the agent; tests bring their own. */
export interface AgentDeps {
  log: AgentLog;
  clock: Clock;
  faults: Faults;
  collect: CollectSnapshot;
  random?: () => number;
  /** Absent: the agent cannot update itself. */
  updates?: Updates | NoUpdates;
  /** Ends this process so that it is started again. */
  restart?: () => void;
}

export interface RunningAgent {
  /** Ends running calls, closes the connection and resolves when everything is on disk. */
  stop(): Promise<void>;
}

/** Tools get this long to answer before we register again or restart. */
const LAST_ANSWERS_MS = 5_000;

/**
 * Starts the agent: identity (enrolling if needed), journal, kill switch, guard with the saved
 * rules, and the connection. The state folder was prepared and locked before.
 * @throws EnrolmentRefused, KeyFileError, or Error in words; `stopping` ends the wait for a server
 */
export async function startAgent(
  config: ConnectionConfig,
  deps: AgentDeps,
  stopping: AbortSignal,
): Promise<RunningAgent> {
  const { clock, faults, collect } = deps;
  const { log, ring } = deps.log;
  const state = (file: string): string => join(config.stateFolder, file);
  const identity = await establishIdentity({
    config,
    clock,
    log: log.for('enrolment'),
    signal: stopping,
    ...(deps.random ? { random: deps.random } : {}),
  });
  // So that a switch set later is noticed at once; the file itself is the person's to create.
  if (!config.controlFileGiven) {
    await mkdir(dirname(config.controlFile), { recursive: true, mode: 0o755 });
  }
  const killSwitch = new KillSwitch({
    file: config.controlFile,
    lastFile: state(AGENT_FILES.lastControl),
    clock,
    log: log.for('control'),
  });
  const serverHost = new URL(config.server.http).host;
  const guard = await AgentGuard.load({
    file: state(AGENT_FILES.policy),
    serverHost,
    os: thisOs(),
    log: log.for('control'),
  });
  const journal = await Journal.open({
    file: state(AGENT_FILES.journal),
    clock,
    log: log.for('journal'),
  });
  const secrets = config.enrolToken ? [config.enrolToken.value] : [];
  const handlers = createHandlers({
    platform: platformOf(thisOs()),
    guard,
    privateFiles: privateFiles(config.privateFiles, clock),
    clock,
    collect,
    callStatus: (args) => dispatcher.statusOf(args),
    update: agentUpdate(deps.updates ?? { unsupported: NOT_A_SERVICE }, {
      serverHost,
      tlsCa: config.tlsCa,
      afterwards: () => void lastAnswers(dispatcher, clock).then(deps.restart),
    }),
  });
  const dispatcher: Dispatcher = new Dispatcher({
    handlers,
    journal,
    killSwitch,
    guard,
    faults,
    secrets,
    changed: () => telemetry.changed(),
    clock,
    log: log.for('dispatch'),
  });
  const telemetry = new TelemetryPump({
    agentId: config.agentId,
    intervalMs: config.telemetryIntervalMs,
    collect: (signal) => collect(undefined, signal),
    clock,
    log: log.for('telemetry'),
  });
  const status = new ConnectionStatus(state(AGENT_FILES.status), clock, log.for('connection'));
  const connection = new ServerConnection({
    url: config.server.socket,
    tlsCa: config.tlsCa,
    secrets,
    identity,
    meta: async () =>
      registerMeta(config.service, supportedTools(handlers, AGENT_TOOL_NAMES), {
        remoteControl: (await killSwitch.read()).enabled,
      }),
    dispatcher,
    telemetry,
    logs: new LogPump({ ring, agentId: config.agentId, clock }),
    onPolicy: (rules) => guard.replaceRules(rules),
    status,
    onConnected: () => {
      if (deps.updates instanceof Updates) void deps.updates.connected();
    },
    clock,
    log: log.for('connection'),
    ...(deps.random ? { random: deps.random } : {}),
  });
  await killSwitch.watch((switched) => {
    if (!switched.enabled) dispatcher.endChanges(switched.reason);
    void registerAnew(dispatcher, connection, clock);
  });
  const end = new AbortController();
  const running = connection.run(end.signal);
  log.info('kenny agent started', { agent_id: config.agentId, version: AGENT_BUILD.version });
  return {
    stop: async () => {
      killSwitch.close();
      await dispatcher.stop();
      end.abort();
      await running;
      await Promise.all([journal.close(), guard.flush(), status.flush()]);
    },
  };
}

/** `register.meta.remote_control` is sent once per connection, so a change needs a new one. */
async function registerAnew(
  dispatcher: Dispatcher,
  connection: ServerConnection,
  clock: Clock,
): Promise<void> {
  await lastAnswers(dispatcher, clock);
  connection.reconnect();
}

async function lastAnswers(dispatcher: Dispatcher, clock: Clock): Promise<void> {
  const enough = new AbortController();
  void dispatcher.idle().then(() => enough.abort());
  await wait(clock, LAST_ANSWERS_MS, enough.signal);
}

function registerMeta(
  service: boolean,
  tools: string[],
  { remoteControl }: { remoteControl: boolean },
): FrameOf<'register'>['meta'] {
  return {
    hostname: hostname().slice(0, 255),
    os: thisOs(),
    version: AGENT_BUILD.version,
    arch: wireArch(arch()),
    tools,
    features: AGENT_FEATURES.filter((name) => !isAgentToolName(name) || tools.includes(name)),
    remote_control: remoteControl,
    service,
  };
}
