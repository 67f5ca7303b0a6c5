/** Names that the MCP door, its clients and the command lines printed for them share (design §4.2). */

/** Where MCP clients connect: exactly this path. */
export const MCP_PATH = '/mcp';

/** What RFC 9728 puts before a resource's own path. */
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource';

/** The page on which a person decides; links to it are built from the server's public address. */
export const approvalPagePath = (id: string): string => `/approvals/${encodeURIComponent(id)}`;

/** The command that decides, for somebody who sits at a terminal. */
export const approveCommand = (id: string): string => `kenny approvals approve ${id}`;

type Lines = (serverUrl: string, token: string) => string;

/** What adds this server to Claude Code, with a token in it. */
export const claudeCodeCommand: Lines = (serverUrl, token) =>
  `claude mcp add --transport http kenny ${serverUrl}${MCP_PATH} --header "${authorization(token)}"`;

/** Name under which the file for Claude Desktop is saved: its ending is what that program opens. */
export const CLAUDE_DESKTOP_FILE = 'kenny.mcpb';

/** The bridge takes the header's value from its environment: arguments are seen by every user. */
const claudeDesktopConfig: Lines = (serverUrl, token) => {
  const plain = isPlainBeyondThisComputer(serverUrl) ? ['--allow-http'] : [];
  const url = `${serverUrl}${MCP_PATH}`;
  const args = ['-y', 'mcp-remote', url, ...plain, '--header', 'Authorization:${AUTH}'];
  const env = { AUTH: `Bearer ${token}` };
  return asJson({ mcpServers: { kenny: { command: 'npx', args, env } } });
};

const cursorConfig: Lines = (serverUrl, token) =>
  asJson({ mcpServers: { kenny: overHttp(serverUrl, token) } });

const vsCodeConfig: Lines = (serverUrl, token) =>
  asJson({ servers: { kenny: { type: 'http', ...overHttp(serverUrl, token) } } });

const anyClientFacts: Lines = (serverUrl, token) =>
  ['Streamable HTTP', `${serverUrl}${MCP_PATH}`, authorization(token)].join('\n');

/** An editor's plug-in starts `kenny rpc` with these. */
const editorProcess: Lines = (serverUrl, token) => {
  const env = { KENNY_URL: serverUrl, KENNY_TOKEN: token };
  const plain = isPlainBeyondThisComputer(serverUrl) ? ['--insecure'] : [];
  return asJson({ command: 'kenny', args: ['rpc', ...plain], env });
};

/** What a program needs to use this server, by the program: guides and pages show the same lines. */
export const CONNECTION_LINES = {
  'claude-code': claudeCodeCommand,
  'claude-desktop': claudeDesktopConfig,
  cursor: cursorConfig,
  'vs-code': vsCodeConfig,
  other: anyClientFacts,
  editor: editorProcess,
} as const satisfies Record<string, Lines>;
export type ConnectionClient = keyof typeof CONNECTION_LINES;

/** Whether only the computer that the server runs on can use the address. */
export function isThisComputersAddress(serverUrl: string): boolean {
  return /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/i.test(serverUrl);
}

const LOCAL_HOSTS =
  /^(10(\.\d+){3}|(192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+){2}|\[(f[cd]|fe[89ab])[^\]]*\]|[^.]+\.local)$/i;

/** Whether it is an address of a home's or an office's own network (RFC 1918, 3927, 4193, 6762). */
export function isLocalNetworkAddress(serverUrl: string): boolean {
  const [, host = ''] = /^https?:\/\/(\[[^\]]*\]|[^/:]*)/i.exec(serverUrl) ?? [];
  return LOCAL_HOSTS.test(host);
}

const isPlainBeyondThisComputer = (serverUrl: string): boolean =>
  serverUrl.startsWith('http://') && !isThisComputersAddress(serverUrl);

const authorization = (token: string): string => `Authorization: Bearer ${token}`;

const overHttp = (serverUrl: string, token: string) => ({
  url: `${serverUrl}${MCP_PATH}`,
  headers: { Authorization: `Bearer ${token}` },
});

const asJson = (value: object): string => JSON.stringify(value, null, 2);
