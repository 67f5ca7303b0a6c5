import { MCP_PATH, type CreatedToken, type CreateTokenBody } from '@kenny/contract';
import {
  Client as ModernSdkClient,
  StreamableHTTPClientTransport as ModernSdkTransport,
} from '@modelcontextprotocol/client';
import { Client as OldSdkClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldSdkTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { fileURLToPath } from 'node:url';
import type { AServer } from './a-server.js';

/** Independent clients: both SDKs, both eras, and the bridge that desktop programs use. */
export const CLIENT_KINDS = ['sdk 1', 'sdk 2 legacy', 'sdk 2 auto', 'sdk 2 pinned'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];
/** Revision 2026-07-28: no session. */
export const isModern = (kind: ClientKind): boolean =>
  kind.endsWith('auto') || kind.endsWith('pinned');

/** What the user of a client does with a question. */
export interface UsersAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, boolean>;
}

export interface ClientSetup {
  readonly url: string;
  readonly token: string;
  /** Without it the client cannot ask its user. */
  readonly answer?: (message: string) => UsersAnswer | Promise<UsersAnswer>;
}

export interface Told {
  readonly message?: string | undefined;
}

/** A `tools/call` answer, as far as tests look at it. */
export interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { type: string; text?: string; data?: string; mimeType?: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { properties?: Record<string, unknown>; required?: string[] };
  readonly outputSchema?: Record<string, unknown>;
  readonly annotations?: Record<string, unknown>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Told) => void;
}

/** One face for every kind of client. */
export interface McpClient {
  readonly instructions: string | undefined;
  tools(): Promise<ListedTool[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  close(): Promise<void>;
}

const INFO = { name: 'test', version: '1' };
const capabilitiesOf = ({ answer }: ClientSetup) => (answer ? { elicitation: {} } : {});
const PATIENT = { timeout: 60_000, resetTimeoutOnProgress: true };

export async function connectClient(kind: ClientKind, setup: ClientSetup): Promise<McpClient> {
  const url = new URL(setup.url + MCP_PATH);
  const requestInit = { headers: { authorization: `Bearer ${setup.token}` } };
  if (kind === 'sdk 1') return oldClient(new OldSdkTransport(url, { requestInit }), setup);
  const mode = { 'sdk 2 legacy': 'legacy', 'sdk 2 auto': 'auto', 'sdk 2 pinned': PINNED } as const;
  const client = new ModernSdkClient(INFO, {
    capabilities: capabilitiesOf(setup),
    versionNegotiation: { mode: mode[kind] },
  });
  const { answer } = setup;
  if (answer) {
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      ...(await answer(params.message)),
    }));
  }
  await client.connect(new ModernSdkTransport(url, { requestInit }));
  return {
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      (await client.callTool({ name, arguments: args }, { ...PATIENT, ...options })) as ToolAnswer,
    close: () => client.close(),
  };
}

const PINNED = { pin: '2026-07-28' };

/** `mcp-remote` as a desktop program starts it, spoken to over its standard input and output. */
export function connectBridge(setup: ClientSetup, configDir: string): Promise<McpClient> {
  const program = new URL('../../../node_modules/mcp-remote/dist/proxy.js', import.meta.url);
  const args = [fileURLToPath(program), setup.url + MCP_PATH];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args, '--header', 'Authorization:${KENNY_AUTH}', '--transport', 'http-only'],
    env: {
      ...(process.env as Record<string, string>),
      KENNY_AUTH: `Bearer ${setup.token}`,
      MCP_REMOTE_CONFIG_DIR: configDir,
    },
    stderr: 'ignore',
  });
  return oldClient(transport, setup);
}

async function oldClient(
  transport: OldSdkTransport | StdioClientTransport,
  setup: ClientSetup,
): Promise<McpClient> {
  const client = new OldSdkClient(INFO, { capabilities: capabilitiesOf(setup) });
  const { answer } = setup;
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      ...(await answer(params.message)),
    }));
  }
  await client.connect(transport);
  return {
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      (await client.callTool({ name, arguments: args }, undefined, {
        ...PATIENT,
        ...options,
      })) as ToolAnswer,
    close: async () => {
      if (transport instanceof OldSdkTransport) await transport.terminateSession();
      await client.close();
    },
  };
}

/** A token for MCP clients; its secret. */
export async function mcpToken(
  server: AServer,
  more: Partial<CreateTokenBody> = {},
): Promise<CreatedToken> {
  const body = { operator: { id: 'anna' }, name: 'Claude', scope: 'mcp', ...more };
  const { status, body: made } = await server.http<CreatedToken>('POST', '/api/tokens', body);
  if (status !== 201) throw new Error(`making a token: ${JSON.stringify(made)}`);
  return made;
}

/** What the text of an answer says, which is the same as its structured content. */
export function said(answer: ToolAnswer): Record<string, unknown> {
  const text = answer.content.find(({ type }) => type === 'text')?.text ?? '{}';
  return JSON.parse(text) as Record<string, unknown>;
}

/** One request of revision 2026-07-28 as bytes, for what no client would send. */
export async function rawModern(
  { url, token }: Pick<ClientSetup, 'url' | 'token'>,
  method: string,
  params: { name?: string } & Record<string, unknown>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': PINNED.pin,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    'io.modelcontextprotocol/clientInfo': INFO,
  };
  const response = await fetch(url + MCP_PATH, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PINNED.pin,
      'mcp-method': method,
      ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** One HTTP request to `/mcp` as a client of the revisions with sessions sends it. */
export function rawMcp(
  { url, token }: Pick<ClientSetup, 'url' | 'token'>,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Response> {
  return fetch(url + MCP_PATH, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
