import type { ApprovalView } from '@kenny/contract/web';

/** A shell command that waits, unless told otherwise. */
export function anApproval(change: Partial<ApprovalView> = {}): ApprovalView {
  return {
    id: 'apr_1',
    seq: 1,
    call_id: null,
    call_sha256: 'a'.repeat(64),
    tool: 'shell_exec',
    args: { command: 'echo one' },
    agent_id: 'pc1',
    agent_uid: 'uid-1',
    kind: 'change',
    risk: 'high',
    door: 'mcp',
    requested_by: { kind: 'mcp_client', id: 'tok', name: 'desk', session_id: null, turn_id: null },
    reason: null,
    tainted_by: [],
    look_twice: [],
    state: 'pending',
    required: 1,
    decisions: [],
    requested_at: '2026-11-21T20:00:00Z',
    approve_by: '2026-11-21T20:10:00Z',
    run_by: null,
    sent_at: null,
    ended_at: null,
    outcome: null,
    previous: null,
    ...change,
  };
}
