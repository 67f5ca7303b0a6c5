import { unzip } from '@kenny/testing';
import { claudeDesktopBundle } from './claude-desktop.js';

const FACTS = {
  url: 'https://kenny.example',
  authority: null,
  version: '0.1.0',
  bridge: Buffer.from('// a program'),
};

interface Manifest {
  server: { entry_point: string; mcp_config: { args: string[]; env: Record<string, string> } };
  user_config: { token: object };
}

function opened(facts: Partial<Parameters<typeof claudeDesktopBundle>[0]> = {}) {
  const files = unzip(claudeDesktopBundle({ ...FACTS, ...facts }));
  const content = (name: string) => files.find((file) => file.name === name)?.content.toString();
  const manifest = JSON.parse(content('manifest.json') ?? '') as Manifest;
  return { names: files.map(({ name }) => name), content, manifest };
}

describe('the file for Claude Desktop', () => {
  it('starts the program that it brings, with the server’s address', () => {
    const { manifest, content } = opened();
    const { entry_point, mcp_config } = manifest.server;
    expect(content(entry_point)).toBe('// a program');
    expect(mcp_config.args).toEqual([`\${__dirname}/${entry_point}`]);
    expect(mcp_config.env['AGENTCTL_MCP_URL']).toBe('https://kenny.example/mcp');
  });

  it('has no token in it: Claude Desktop asks for one and keeps it secret', () => {
    const { manifest } = opened();
    expect(manifest.server.mcp_config.env['AGENTCTL_MCP_TOKEN']).toBe('${user_config.token}');
    expect(manifest.user_config.token).toMatchObject({ required: true, sensitive: true });
  });

  it('brings the authority of a server that computers do not know by themselves', () => {
    const { manifest, content } = opened({ authority: 'a certificate' });
    expect(content('ca.pem')).toBe('a certificate');
    expect(manifest.server.mcp_config.env['AGENTCTL_MCP_CA']).toBe('${__dirname}/ca.pem');
  });

  it.each([
    ['that computers know', {}],
    ['without TLS', { url: 'http://kenny.example', authority: 'a certificate' }],
  ])('brings none for a server %s', (_, facts) => {
    const { names, manifest } = opened(facts);
    expect(names).toEqual(['manifest.json', 'mcp-bridge.cjs']);
    expect(manifest.server.mcp_config.env).not.toHaveProperty('AGENTCTL_MCP_CA');
  });
});
