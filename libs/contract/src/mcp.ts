/** Names that the MCP door, its clients and the command lines printed for them share (design §4.2). */

/** Where MCP clients connect: exactly this path. */
export const MCP_PATH = '/mcp';

/** What RFC 9728 puts before a resource's own path. */
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource';

/** The page on which a person decides; links to it are built from the server's public address. */
export const approvalPagePath = (id: string): string => `/approvals/${encodeURIComponent(id)}`;

/** The command that decides, for somebody who sits at a terminal. */
export const approveCommand = (id: string): string => `kenny approvals approve ${id}`;

/** What adds this server to Claude Code, with a token in it. */
export const claudeCodeCommand = (serverUrl: string, token: string): string =>
  `claude mcp add --transport http kenny ${serverUrl}${MCP_PATH} --header "Authorization: Bearer ${token}"`;
