import { AgentsService, EnrolmentService, TokensService, type Acting } from '../../auth/index.js';
import { APP_CONFIG, isLoopbackUrl, ServerIdentity, type AppConfig } from '../../config/index.js';
import { SYSTEM } from '../../kernel/index.js';
import type { RunningServer } from '../../server.js';
import { ModelKey } from '../../settings/index.js';
import type { ParentChannel } from './parent-channel.js';

/** What `npm start` requests over IPC: credentials for this PC's agent. */
export interface LocalAgentRequest {
  readonly type: 'local_agent';
  readonly agent_id: string;
  readonly name: string;
  /** False when the agent's state folder holds no key. */
  readonly has_key: boolean;
}

export interface LocalAgentAnswer {
  readonly type: 'local_agent';
  /** `KENNY_SERVER` of the agent. */
  readonly server: string;
  /** Where a person opens it: under the server's own name, where it has one. */
  readonly page: string;
  readonly server_public_key: string;
  /** Null when the PC is enrolled already. */
  readonly enroll_token: string | null;
  /** A token for an MCP client, the first time only. */
  readonly mcp_token: string | null;
  /** Whether Chat has a key of the model service. */
  readonly chat_key: boolean;
}

export interface LocalAgentFailure {
  readonly type: 'local_agent_failed';
  readonly message: string;
}

const ACTING: Acting = { principal: SYSTEM, door: 'system', request_id: 'local-agent' };

/**
 * Enrols the agent of the PC the server itself runs on. Only the process that started the server
 * can ask: the channel is a pipe between the two.
 */
export function offerLocalAgent(
  server: Pick<RunningServer, 'app' | 'url'>,
  channel: ParentChannel,
): void {
  channel.onMessage((message) => {
    if (isRequest(message)) void answer(server, message).then((reply) => channel.send(reply));
  });
  channel.send({ type: 'listening', url: server.url });
}

async function answer(
  { app, url }: Pick<RunningServer, 'app' | 'url'>,
  request: LocalAgentRequest,
): Promise<LocalAgentAnswer | LocalAgentFailure> {
  try {
    const enroll_token = await enrolToken(app, request);
    const mcp_token = await firstMcpToken(app);
    const { publicKey: server_public_key } = app.get(ServerIdentity);
    const chat_key = app.get(ModelKey).current() !== null;
    return {
      ...{ type: 'local_agent', server: url, server_public_key },
      page: pageOf(app.get<AppConfig>(APP_CONFIG), url),
      ...{ enroll_token, mcp_token, chat_key },
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { type: 'local_agent_failed', message };
  }
}

/** With port 0 the configured address is none. */
const pageOf = ({ publicUrl }: AppConfig, url: string): string =>
  isLoopbackUrl(publicUrl) ? url : publicUrl;

async function enrolToken(
  app: RunningServer['app'],
  { agent_id, name, has_key }: LocalAgentRequest,
): Promise<string | null> {
  const agents = app.get(AgentsService);
  const known = agents.get(agent_id);
  if (known?.key && has_key) return null;
  const issued = known
    ? await app.get(EnrolmentService).rekey(ACTING, agent_id, 'revoke')
    : await agents.create(ACTING, { agent_id, name });
  return issued.enrollment.token;
}

/** Without elicitation: a model with a shell can read this token. */
async function firstMcpToken(app: RunningServer['app']): Promise<string | null> {
  const body = {
    ...{ operator: { id: 'admin' }, name: 'first MCP client', scope: 'mcp' as const },
    elicitation: false,
  };
  return (await app.get(TokensService).createFirst(ACTING, body))?.token ?? null;
}

function isRequest(message: unknown): message is LocalAgentRequest {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'local_agent' &&
    'agent_id' in message &&
    typeof message.agent_id === 'string' &&
    'name' in message &&
    typeof message.name === 'string' &&
    'has_key' in message &&
    typeof message.has_key === 'boolean'
  );
}
