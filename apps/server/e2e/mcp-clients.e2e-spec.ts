import { API_PATHS, type TokenView } from '@kenny/contract';
import { AServer } from '../test/a-server.js';
import {
  CLIENT_KINDS,
  connectBridge,
  connectClient,
  mcpToken,
  said,
  type McpClient,
} from '../test/mcp-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let server: AServer;
let token: string;
let tokenId: string;
beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir() });
  ({ token, id: tokenId } = await mcpToken(server));
  await server.connected('pc1', {
    handlers: { fs_list: () => ({ entries: [{ name: 'a.txt', is_dir: false, bytes: 3 }] }) },
  });
});
afterAll(() => server.stop());

const connects = [
  ...CLIENT_KINDS.map(
    (kind) => [kind, () => connectClient(kind, { url: server.url, token })] as const,
  ),
  ['mcp-remote', () => connectBridge({ url: server.url, token }, newDir())] as const,
];

describe.each(connects)('a client (%s)', (_, connect) => {
  let client: McpClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it('is told how to use this server', () => {
    expect(client.instructions).toContain('agent_id');
  });

  it('is known by the name that it gives', async () => {
    const { body } = await server.http<TokenView>('GET', API_PATHS.token(tokenId));
    expect(body.client).toMatch(/^test( \(via mcp-remote .*\))? 1$/);
    expect(Date.parse(body.last_used_at ?? '')).toBeGreaterThanOrEqual(Date.parse(body.created_at));
  });

  it('lists the tools', async () => {
    const names = (await client.tools()).map(({ name }) => name);
    expect(names).toContain('fs_list');
    expect(names).not.toContain('call_status');
    expect(names).toContain('fs_read');
  });

  it('gets an answer of a PC as data', async () => {
    const answer = await client.call('fs_list', { agent_id: 'pc1', path: '/tmp' });
    expect(answer.isError ?? false).toBe(false);
    expect(answer.structuredContent).toEqual({
      source: 'agent:pc1',
      tool: 'fs_list',
      untrusted: true,
      data: { entries: [{ name: 'a.txt', is_dir: false, bytes: 3 }] },
    });
    expect(said(answer)).toEqual(answer.structuredContent);
  });

  it('is told which PCs there are when it names none', async () => {
    const answer = await client.call('fs_list', { path: '/tmp' });
    expect(answer).toMatchObject({ isError: true });
    expect(said(answer)).toMatchObject({
      error: { code: 'no_agent', details: { agents: ['pc1'] } },
    });
  });
});
