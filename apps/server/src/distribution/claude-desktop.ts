import { MCP_PATH } from '@kenny/contract';
import { MCP_BRIDGE } from '@kenny/contract/agentctl';
import { zip, type ZipFile } from './zip.js';

/** What the file for Claude Desktop is made of. */
export interface ClaudeDesktopFacts {
  /** Base of the server's address, without a trailing slash. */
  readonly url: string;
  /** PEM of the authority of its certificate; null where computers know it by themselves. */
  readonly authority: string | null;
  readonly version: string;
  /** The bundled program that hands on MCP from stdio to a server. */
  readonly bridge: Uint8Array;
}

const AUTHORITY_FILE = 'ca.pem';
/** Claude Desktop puts in the folder that it unpacked to. */
const beside = (name: string): string => `\${__dirname}/${name}`;

/**
 * An MCP bundle (manifest 0.3): installed with a double-click. It holds no secret: Claude Desktop asks
 * for the token and keeps it in the system's own store.
 */
export function claudeDesktopBundle({
  url,
  authority,
  version,
  bridge,
}: ClaudeDesktopFacts): Buffer {
  const own = url.startsWith('https:') ? authority : null;
  const env = {
    [MCP_BRIDGE.url]: url + MCP_PATH,
    [MCP_BRIDGE.token]: '${user_config.token}',
    ...(own === null ? {} : { [MCP_BRIDGE.authority]: beside(AUTHORITY_FILE) }),
  };
  const manifest = {
    ...{ manifest_version: '0.3', name: 'kenny', display_name: 'kenny', version },
    description: 'See how your PCs are and ask for changes, which you approve in kenny.',
    author: { name: 'kenny' },
    server: {
      ...{ type: 'node', entry_point: MCP_BRIDGE.file },
      mcp_config: { command: 'node', args: [beside(MCP_BRIDGE.file)], env },
    },
    tools_generated: true,
    user_config: {
      token: {
        ...{ type: 'string', title: 'Token', required: true, sensitive: true },
        description: 'Paste the token that kenny shows under Settings, Connections.',
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'] },
  };
  const files: ZipFile[] = [
    { name: 'manifest.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { name: MCP_BRIDGE.file, content: bridge },
    ...(own === null ? [] : [{ name: AUTHORITY_FILE, content: Buffer.from(own) }]),
  ];
  return zip(files);
}
