import { openApproval, type ApprovalRequest, type GateRecord, type Moment } from '@kenny/gate';
import { EXAMPLE_PC } from './frames.js';

/** Noon of 4 June 2026, where a `FakeClock` starts. */
export const NOON: Moment = { wall: Date.UTC(2026, 5, 4, 12), monotonic: 0, boot: 'boot-1' };

/** A pending approval: an MCP client wants a shell command on the example PC. */
export function anApproval(changes: Partial<ApprovalRequest> = {}, now: Moment = NOON): GateRecord {
  return openApproval(
    {
      id: 'apr_1',
      seq: 1,
      tool: 'shell_exec',
      args: { command: 'systemctl restart cups', timeout_s: 30 },
      agent_id: EXAMPLE_PC,
      agent_uid: '0a0f1c52-5d0a-4b52-9d4c-3f6f0c9b7c11',
      agent_key: 'a'.repeat(64),
      catalog: 'c'.repeat(64),
      kind: 'change',
      risk: 'high',
      two_key: false,
      door: 'mcp',
      requested_by: {
        kind: 'mcp_client',
        id: 'tok_claude',
        name: 'Claude',
        session_id: null,
        turn_id: null,
      },
      principal_key: 'mcp_client:tok_claude',
      reason: 'the printer hangs',
      tainted_by: [],
      look_twice: [],
      previous: null,
      ttl_ms: 600_000,
      ...changes,
    },
    now,
  );
}
