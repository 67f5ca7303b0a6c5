import {
  AcpClient,
  AcpError,
  type AcpErrorCode,
  type AcpEvent,
  type McpServer,
  type PermissionAnswer,
  type PermissionAsk,
} from '@kenny/acp';
import { KENNY_VERSION, TASK_FAULTS, type SessionOrigin, type TaskFault } from '@kenny/contract';
import { MCP_BRIDGE } from '@kenny/contract/agentctl';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { TASK_MCP_SERVER, TaskPermissions, TaskTokens, type IssuedToken } from '../gate/index.js';
import { AgentRuntimes, agentctlLink, type LaunchedAgent } from '../runtime/index.js';
import { taskText, variableText } from '../states/index.js';
import type { TaskRunEntity } from '../store/index.js';
import { AgentTypes, frozenOf, type AgentRuntime, type AgentType } from '../types/index.js';
import { AcpAgent } from './acp-agent.js';
import { toldOf } from './acp-events.js';
import {
  AgentFault,
  AgentStarter,
  type AdmittedType,
  type AgentAsk,
  type LiveAgent,
} from './agents.js';
import { OwnAddress } from './own-address.js';

const FAULTS: Readonly<Record<AcpErrorCode, TaskFault>> = {
  protocol_version: 'agent_protocol',
  initialize_failed: 'agent_protocol',
  initialize_timeout: 'agent_start',
  auth_required: 'agent_auth',
  session_refused: 'agent_start',
  session_timeout: 'agent_start',
  mode_too_wide: 'agent_protocol',
  unsupported: 'agent_protocol',
  busy: 'agent_start',
  ended: 'agent_start',
};

interface Opened {
  readonly session_id: string;
  readonly origin: SessionOrigin;
}

/** Agents of the types that this server knows, each with a token of its task. */
@Injectable()
export class AcpAgents extends AgentStarter {
  private readonly logger = new Logger(AcpAgents.name);

  constructor(
    private readonly types: AgentTypes,
    private readonly runtimes: AgentRuntimes,
    private readonly tokens: TaskTokens,
    private readonly permissions: TaskPermissions,
    private readonly address: OwnAddress,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  override async admit(agent_type: string): Promise<AdmittedType> {
    const type = await this.types.mustGet(agent_type);
    if (!type.enabled) throw new KennyError('unavailable', TASK_FAULTS.agent_disabled);
    const { available, reason } = await this.types.availability(type);
    if (!available) {
      throw new KennyError('unavailable', `${type.name} cannot run here: ${reason ?? 'unknown'}.`);
    }
    return { frozen: { ...frozenOf(type) }, timeoutMs: type.timeout_s * 1_000 };
  }

  override markerOf({ id, type_frozen }: Pick<TaskRunEntity, 'id' | 'type_frozen'>): string {
    const runtime: AgentRuntime = type_frozen['runtime'] === 'docker' ? 'docker' : 'process';
    return this.runtimes.markerOf(runtime, id);
  }

  override killLeftovers(markers: readonly string[]): Promise<number> {
    return this.runtimes.killLeftovers(markers);
  }

  override async start(ask: AgentAsk, signal: AbortSignal): Promise<LiveAgent> {
    const { task, run } = ask;
    const type = await this.typeOf(run.agent_type);
    const issued = await this.issued(ask, type);
    let launched: LaunchedAgent | undefined;
    try {
      const url = await this.address.mcp(type.runtime, signal);
      launched = await this.launch(ask, type, signal);
      for (const message of launched.notes) {
        void ask.tell('log', { level: 'warn', message });
      }
      const mcp = mcpServer(url, issued, launched);
      return await this.connect(ask, { type, issued, launched, mcp }, signal);
    } catch (error) {
      await launched?.dispose();
      await this.tokens.close(task.id);
      throw signal.aborted ? new AgentFault('interrupted') : await faultOf(error, launched);
    }
  }

  private async typeOf(id: string): Promise<AgentType> {
    try {
      await this.admit(id);
      return await this.types.mustGet(id);
    } catch (error) {
      if (!(error instanceof KennyError)) throw error;
      const disabled = error.message === TASK_FAULTS.agent_disabled;
      throw new AgentFault(disabled ? 'agent_disabled' : 'agent_unavailable', error.message);
    }
  }

  private async issued({ task, token_id }: AgentAsk, type: AgentType): Promise<IssuedToken> {
    try {
      return await this.tokens.issue(task, type, token_id);
    } catch (error) {
      if (!(error instanceof KennyError && error.code === 'forbidden')) throw error;
      throw new AgentFault('access_ended', error.message);
    }
  }

  private async launch(
    { task, run, sessions }: AgentAsk,
    type: AgentType,
    signal: AbortSignal,
  ): Promise<LaunchedAgent> {
    const [session] = sessions;
    const env = {
      TASK_DESCRIPTION: variableText(taskText(task)),
      ...(session === undefined ? {} : { AUGGIE_SESSION_ID: variableText(session) }),
    };
    try {
      return await this.runtimes.launch({ task_id: task.id, run_id: run.id, type, env }, signal);
    } catch (error) {
      if (!(error instanceof KennyError)) throw error;
      throw new AgentFault('agent_command', error.message);
    }
  }

  private async connect(
    ask: AgentAsk,
    given: { type: AgentType; issued: IssuedToken; launched: LaunchedAgent; mcp: McpServer },
    signal: AbortSignal,
  ): Promise<LiveAgent> {
    const { type, launched, mcp, issued } = given;
    // It may speak before it is known who it is.
    const here: { agent?: AcpAgent; name: string } = { name: '' };
    const client = await AcpClient.connect({
      ...{ link: await agentctlLink(launched, signal), clock: this.clock, signal },
      ...{ log: this.peerLog(ask.task.id), clientVersion: KENNY_VERSION },
      onEvent: (event) => this.heard(ask, here.agent, event),
      onPermission: (wanted, gone) => this.asked(ask, { type, issued, ...here }, wanted, gone),
    });
    here.name = client.agent.name;
    const open = { cwd: launched.workspace.cwd, mcpServers: [mcp], signal };
    const { session_id, origin } = await this.session(client, ask, open);
    await client.setMode(type.permissions);
    const { dialect, capabilities } = client.agent;
    const facts = {
      ...{ acp_session_id: session_id, dialect, capabilities: { ...capabilities } },
      workspace: { ...launched.workspace },
      sandboxed: launched.sandboxed,
      resumable: dialect === 'seed' || capabilities.loadSession || capabilities.resumeSession,
    };
    const agent = new AcpAgent(ask.run.id, origin, facts, launched, client, () =>
      this.tokens.close(ask.task.id),
    );
    here.agent = agent;
    return agent;
  }

  /** Goes on in the newest session that the agent can open again, else begins a new one. */
  private async session(
    client: AcpClient,
    { sessions, begun }: AgentAsk,
    open: { cwd: string; mcpServers: readonly McpServer[]; signal: AbortSignal },
  ): Promise<Opened> {
    for (const sessionId of sessions) {
      try {
        const session = await client.resumeSession({ ...open, sessionId });
        if (session.how === 'unsupported') break;
        return { session_id: session.sessionId, origin: session.how };
      } catch (error) {
        // It does not know that session any more; another one it might.
        if (!(error instanceof AcpError && error.code === 'session_refused')) throw error;
      }
    }
    const { sessionId: session_id } = await client.newSession(open);
    return { session_id, origin: begun || sessions.length > 0 ? 'replaced' : 'new' };
  }

  private heard(ask: AgentAsk, agent: AcpAgent | undefined, event: AcpEvent): void | Promise<void> {
    ask.heard();
    // It was stored when it was said.
    if (event.replayed) return undefined;
    agent?.hear(event);
    if (event.kind === 'question') return ask.asks(event.text);
    const told = toldOf(event);
    return told ? ask.tell(told.type, told.data) : undefined;
  }

  private asked(
    { task, run }: AgentAsk,
    has: { type: AgentType; issued: IssuedToken; agent?: AcpAgent; name: string },
    ask: PermissionAsk,
    signal: AbortSignal,
  ): Promise<PermissionAnswer> {
    return this.permissions.ask(
      {
        ...{ task_id: task.id, task_title: task.title, run_id: run.id },
        ...{ turn_id: has.agent?.turn ?? '', policy: has.type.permissions },
        ...{ agents: has.issued.agents, agent_name: has.name },
      },
      ask,
      signal,
    );
  }

  private peerLog(task_id: string) {
    const words = (facts: object, message: string): string =>
      `task ${task_id}: ${message} ${JSON.stringify(facts, plainErrors)}`;
    return {
      warn: (facts: object, message: string) => this.logger.warn(words(facts, message)),
      error: (facts: object, message: string) => this.logger.error(words(facts, message)),
    };
  }
}

/** The tools as the agent reaches them, over HTTP or by the bridge. */
function mcpServer(url: string, { secret }: IssuedToken, { mcp_bridge }: LaunchedAgent): McpServer {
  const env = { [MCP_BRIDGE.url]: url, [MCP_BRIDGE.token]: secret };
  const stdio = mcp_bridge && { command: process.execPath, args: [mcp_bridge], env };
  return {
    name: TASK_MCP_SERVER,
    http: { url, headers: { Authorization: `Bearer ${secret}` } },
    ...(stdio ? { stdio } : {}),
  };
}

async function faultOf(error: unknown, launched: LaunchedAgent | undefined): Promise<unknown> {
  if (!(error instanceof AcpError)) {
    if (error instanceof AgentFault || !(error instanceof KennyError)) return error;
    return new AgentFault('agent_start', error.message);
  }
  const code = FAULTS[error.code];
  if (error.code !== 'ended' || !launched) return new AgentFault(code, error.message);
  const { words } = await launched.ended;
  return new AgentFault(code, words === '' ? error.message : words);
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? value.message : value;
}
