/** Numbers of JSON-RPC 2.0, LSP's for a cancelled request, and what the MCP SDK answers over HTTP. */
const JSON_RPC = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  cancelled: -32800,
  mcp: -32000,
  mcpSession: -32001,
} as const;

/**
 * `error.data.code` on `/rpc` and on stdout of `kenny rpc` (seed 004): the number beside it, and the
 * one of an MCP refusal that comes before a message was read.
 */
export const RPC_ERRORS = {
  unknown_session: { number: JSON_RPC.params, mcp: JSON_RPC.mcpSession },
  unknown_turn: { number: JSON_RPC.params, mcp: JSON_RPC.mcp },
  unknown_entry: { number: JSON_RPC.params, mcp: JSON_RPC.mcp },
  unknown_question: { number: JSON_RPC.params, mcp: JSON_RPC.mcp },
  invalid_params: { number: JSON_RPC.params, mcp: JSON_RPC.parse },
  unsupported: { number: JSON_RPC.method, mcp: JSON_RPC.mcp },
  session_busy: { number: JSON_RPC.params, mcp: JSON_RPC.mcp },
  conflict: { number: JSON_RPC.params, mcp: JSON_RPC.mcp },
  unauthorized: { number: JSON_RPC.params, mcp: JSON_RPC.mcp },
  backend_unavailable: { number: JSON_RPC.internal, mcp: JSON_RPC.mcp },
  internal: { number: JSON_RPC.internal, mcp: JSON_RPC.internal },
  frame_invalid: { number: JSON_RPC.request, mcp: JSON_RPC.mcp },
  frame_too_large: { number: JSON_RPC.request, mcp: JSON_RPC.mcp },
  duplicate_id: { number: JSON_RPC.request, mcp: JSON_RPC.mcp },
  shutting_down: { number: JSON_RPC.request, mcp: JSON_RPC.mcp },
  cancelled: { number: JSON_RPC.cancelled, mcp: JSON_RPC.mcp },
} as const;
export type RpcErrorCode = keyof typeof RPC_ERRORS;
