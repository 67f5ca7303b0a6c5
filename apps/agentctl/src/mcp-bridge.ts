import { MCP_BRIDGE } from '@kenny/contract/agentctl';
import {
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { readFileSync } from 'node:fs';
import { messageOf } from './errors/error-code.js';
import { trustingFetch } from './http/trusting-fetch.js';

const INTERNAL_ERROR = -32603;

/**
 * Hands on every message between an agent on stdio and a server over HTTP, as it is, until the agent
 * closes its end. What the server refuses is the answer to the request that it refused.
 * @throws Error when the variables of `MCP_BRIDGE` are not set, or the authority cannot be read
 */
async function bridgeMcp(env: NodeJS.ProcessEnv): Promise<void> {
  const [url, token] = [env[MCP_BRIDGE.url], env[MCP_BRIDGE.token]];
  if (!url || !token) throw new Error(`${MCP_BRIDGE.url} and ${MCP_BRIDGE.token} must be set`);
  const authority = env[MCP_BRIDGE.authority];
  const agent = new StdioServerTransport();
  const server = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    ...(authority && { fetch: trustingFetch(readFileSync(authority, 'utf8')) }),
  });
  const over = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
  });
  /** Requests to open a session: their answers say how the next messages are to be sent. */
  const opening = new Set<unknown>();

  agent.onmessage = (message) => {
    if (isJSONRPCRequest(message) && message.method === 'initialize') opening.add(message.id);
    void server.send(message).catch((error: unknown) => refuse(message, error));
  };
  server.onmessage = (message) => {
    if (isJSONRPCResultResponse(message) && opening.delete(message.id)) {
      const { protocolVersion } = message.result;
      if (typeof protocolVersion === 'string') server.setProtocolVersion(protocolVersion);
    }
    tell(message);
  };

  function refuse(message: JSONRPCMessage, error: unknown): void {
    if (!isJSONRPCRequest(message)) return;
    const why = { code: INTERNAL_ERROR, message: messageOf(error) };
    tell({ jsonrpc: '2.0', id: message.id, error: why });
  }
  function tell(message: JSONRPCMessage): void {
    // An agent that is gone has closed stdin as well.
    void agent.send(message).catch(() => undefined);
  }

  await server.start();
  await agent.start();
  await over;
  await server.terminateSession().catch(() => undefined);
  await server.close();
  await agent.close();
}

bridgeMcp(process.env).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`the bridge to the tools cannot start: ${messageOf(error)}\n`);
    process.exit(1);
  },
);
