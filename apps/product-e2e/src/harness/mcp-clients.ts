import {
  Client as SecondClient,
  StreamableHTTPClientTransport as SecondTransport,
} from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { join } from 'node:path';
import { WORKSPACE } from './world.js';

/** What every client can do, as far as a test of the product needs it. */
interface Connected {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

/** @param folder - where a client may keep its own files */
export type ConnectMcp = (url: string, token: string, folder: string) => Promise<Connected>;

const INFO = { name: 'product-e2e', version: '1' };
const headersFor = (token: string) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
});

/** Clients that others wrote: both SDKs, both eras, and the bridge of desktop programs. */
export const MCP_CLIENTS: [string, ConnectMcp][] = [
  [
    'SDK 1',
    async (url, token) => {
      const client = new FirstClient(INFO);
      await client.connect(new FirstTransport(new URL(url), headersFor(token)));
      return client;
    },
  ],
  ...(['legacy', 'auto'] as const).map((mode): [string, ConnectMcp] => [
    `SDK 2 (${mode})`,
    async (url, token) => {
      const client = new SecondClient(INFO, { versionNegotiation: { mode } });
      await client.connect(new SecondTransport(new URL(url), headersFor(token)));
      return client;
    },
  ]),
  [
    'mcp-remote',
    async (url, token, folder) => {
      const client = new FirstClient(INFO);
      const program = join(WORKSPACE, 'node_modules/mcp-remote/dist/proxy.js');
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [program, url, '--header', 'Authorization:${MCP_AUTH}', '--transport', 'http-only'],
        env: { MCP_AUTH: `Bearer ${token}`, MCP_REMOTE_CONFIG_DIR: folder },
        stderr: 'ignore',
      });
      await client.connect(transport);
      return client;
    },
  ],
];

/** The ids that `list_agents` answers with. */
export async function mcpAgents(
  connect: ConnectMcp,
  url: string,
  token: string,
  folder: string,
): Promise<string[]> {
  const client = await connect(url, token, folder);
  try {
    const answer = (await client.callTool({ name: 'list_agents', arguments: {} })) as {
      structuredContent?: { data?: { agents?: { agent_id: string }[] } };
    };
    return (answer.structuredContent?.data?.agents ?? []).map(({ agent_id }) => agent_id);
  } finally {
    await client.close();
  }
}
