import { API_PATHS, MCP_PATH, type CreatedToken } from '@kenny/contract';
import { buildAgentctl, fixture, unzip } from '@kenny/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Ajv, type AnySchema } from 'ajv';
import { writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { AServer } from '../test/a-server.js';
import { freePort } from '../test/free-port.js';
import { said, type ToolAnswer } from '../test/mcp-world.js';
import { tempDirs } from '../test/temp-dir.js';

interface Manifest {
  readonly server: {
    readonly mcp_config: {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  };
  readonly user_config: Readonly<Record<string, unknown>>;
}

const newDir = tempDirs();

/** A certificate that vouches for itself: nobody knows its authority. */
async function ownAuthority(): Promise<{ files: Record<string, string>; pem: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const folder = newDir();
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  const files = { KENNY_TLS_CERT: certFile, KENNY_TLS_KEY: keyFile, KENNY_TLS_CA: certFile };
  return { files, pem: cert };
}

describe.each([
  ['without TLS', 'http', null],
  ['whose authority computers do not know', 'https', ownAuthority],
] as const)('the file for Claude Desktop, from a server %s', (_, scheme, make) => {
  let server: AServer;
  let ca: string | undefined;
  let url: string;
  let folder: string;
  let manifest: Manifest;

  beforeAll(async () => {
    const own = await make?.();
    ca = own?.pem;
    const port = await freePort();
    url = `${scheme}://127.0.0.1:${port}`;
    server = await AServer.start({
      dataDir: newDir(),
      agentctl: await buildAgentctl(newDir()),
      env: { KENNY_PORT: String(port), KENNY_PUBLIC_URL: url, ...own?.files },
    });
    const { status, bytes } = await ask('GET', API_PATHS.claudeDesktop);
    expect(status).toBe(200);
    folder = newDir();
    for (const { name, content } of unzip(bytes)) writeFileSync(join(folder, name), content);
    const written = unzip(bytes).find(({ name }) => name === 'manifest.json');
    manifest = JSON.parse(String(written?.content)) as Manifest;
  }, 60_000);
  afterAll(() => server.stop());

  async function ask(method: string, path: string, body?: object) {
    const headers = { authorization: `Bearer ${server.admin}`, 'content-type': 'application/json' };
    const send = scheme === 'https' ? tlsRequest : plainRequest;
    return new Promise<{ status: number | undefined; name: string; bytes: Buffer }>(
      (resolve, reject) => {
        const sent = send(url + path, { method, headers, ca }, (answer) => {
          const { statusCode: status, headers: got } = answer;
          const name = got['content-disposition'] ?? '';
          buffer(answer).then((bytes) => resolve({ status, name, bytes }), reject);
        });
        sent.once('error', reject).end(body && JSON.stringify(body));
      },
    );
  }

  /** What Claude Desktop puts in place of its own words. */
  const settled = (text: string, token: string): string =>
    text.replaceAll('${__dirname}', folder).replaceAll('${user_config.token}', token);

  async function connected(token: string): Promise<Client> {
    const { command, args, env } = manifest.server.mcp_config;
    // Claude Desktop has a Node of its own for it.
    expect(command).toBe('node');
    const client = new Client({ name: 'claude-desktop', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: args.map((one) => settled(one, token)),
        env: Object.fromEntries(
          Object.entries(env).map(([name, value]) => [name, settled(value, token)]),
        ),
        stderr: 'ignore',
      }),
    );
    return client;
  }

  it('has the name that Claude Desktop opens', async () => {
    const { name } = await ask('GET', API_PATHS.claudeDesktop);
    expect(name).toBe('attachment; filename="kenny.mcpb"');
  });

  it('has a manifest as those who made the format publish it', () => {
    // `formats` are not judged: kenny writes none of those.
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const judge = ajv.compile(fixture('mcpb/manifest-0.3.schema.json') as AnySchema);
    expect([judge(manifest), judge.errors]).toEqual([true, null]);
  });

  it('leaves nothing to be replaced that Claude Desktop does not know', () => {
    const words = JSON.stringify(manifest.server).match(/\$\{[^}]*\}/g) ?? [];
    const asked = Object.keys(manifest.user_config).map((key) => `\${user_config.${key}}`);
    expect(words.filter((word) => ![...asked, '${__dirname}'].includes(word))).toEqual([]);
  });

  it('connects the official client over stdio, which lists the tools and reads', async () => {
    await ask('POST', API_PATHS.agents, { agent_id: 'mum' });
    const made = await ask('POST', API_PATHS.tokens, {
      ...{ operator: { id: 'anna' }, name: 'Claude Desktop', scope: 'mcp' },
    });
    const { token } = JSON.parse(String(made.bytes)) as CreatedToken;
    const client = await connected(token);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('list_agents');
    const answer = await client.callTool({ name: 'list_agents', arguments: {} });
    expect(said(answer as ToolAnswer)).toMatchObject({
      data: { agents: [{ agent_id: 'mum' }] },
    });
    await client.close();
  });

  it('tells the client in words that a token is not known', async () => {
    await expect(connected('kny_unknown')).rejects.toThrow('That token is not valid');
  });

  it(`is for ${scheme}://…${MCP_PATH} and brings the authority only where it has to`, () => {
    const { env } = manifest.server.mcp_config;
    expect(env).toMatchObject({ AGENTCTL_MCP_URL: url + MCP_PATH });
    expect('AGENTCTL_MCP_CA' in env).toBe(scheme === 'https');
  });
});
