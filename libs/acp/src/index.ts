/**
 * External AI agents that speak the Agent Client Protocol, in three dialects: the first one with
 * version "1.0", ACP v1, and lines without JSON-RPC.
 *
 * ```ts
 * const client = await AcpClient.connect({
 *   link: { input: child.stdout, output: child.stdin },
 *   clock: systemClock, log, clientVersion: '1.0.0',
 *   onEvent: (event) => store(event),
 *   onPermission: async (ask, signal) =>
 *     kennyTool(ask, { serverName: "kenny", toolNames, agentName: client.agent.name }) ? { answer: 'allow' } : askSomebody(ask, signal),
 * });
 * const session = await client.newSession({ cwd, mcpServers });
 * await client.setMode('ask');
 * const { stopReason } = await client.prompt({ text: 'Why is EXAMPLE-PC slow?' });
 * await client.close();
 * ```
 *
 * What an agent says is hostile: it is parsed field by field and cut to `ACP_LIMITS`; one bad update
 * is told as `unknown` and costs no other. fs and terminal are not offered, other requests of an
 * agent are refused with -32601.
 *
 * Legacy agents get their work from their environment (`TASK_DESCRIPTION`), so the first prompt only
 * begins the turn and nothing is sent. A later one answers the question that is open
 * (`{"type":"input_response","data":{prompt_id, response}}`); without a question it is `unsupported`.
 * `cancel` sends `{"type":"control","data":{"action":"stop", reason}}`.
 */
export { AcpClient } from './client/acp-client.js';
export type * from './client/options.js';
export type * from './events/event.js';
export type * from './handshake/agent.js';
export type { McpServer } from './handshake/mcp-servers.js';
export { AcpError, type AcpErrorCode } from './limits/acp-error.js';
export type { Json, JsonObject } from './limits/json.js';
export { ACP_LIMITS, ACP_TIMES } from './limits/limits.js';
export { isWideMode } from './modes/choose-mode.js';
export type * from './modes/mode.js';
export type * from './permissions/ask.js';
export { kennyTool, type OwnTool, type OwnTools } from './permissions/kenny-tool.js';
export { isChoosable, optionFor, type PermissionOutcome } from './permissions/option-for.js';
export type * from './turns/turn-end.js';
