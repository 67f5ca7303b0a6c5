import type { PermissionView, TaskChangeCounts, TaskDetail } from '@kenny/contract/web';

export const NOTHING_ASKED: TaskChangeCounts = {
  ...{ waiting: 0, running: 0, done: 0, failed: 0, unknown: 0, denied: 0, not_run: 0 },
};

/** Anna's task about pc1, not started yet, unless told otherwise. */
export function aTask(change: Partial<TaskDetail> = {}): TaskDetail {
  return {
    ...{ id: 't1', board_id: null, column_id: null, title: 'Why is it slow?', description: '' },
    ...{ state: 'TODO', priority: 0, agent_type: 'claude', repository_url: null, branch: null },
    ...{ assigned_to: null, position: 0, metadata: {}, agents: ['pc1'], classes: null },
    ...{ owner_id: 'anna', session_id: null, agent_instance_id: null, error: null },
    ...{ resumable: false, sandboxed: null, attempts: 0, queue_position: null, queued_at: null },
    ...{ not_before: null, waits_for: [], waiting_prompts: 0, tools: null, tainted_by: [] },
    ...{ last_seq: 0, created_at: '2026-11-24T08:00:00Z', updated_at: '2026-11-24T08:00:00Z' },
    ...{ started_at: null, finished_at: null, prompts: [], agent_instances: [] },
    ...{ changes: NOTHING_ASKED, paused: null },
    ...change,
  };
}

/** A shell command of the agent's own, which waits, unless told otherwise. */
export function aPermission(change: Partial<PermissionView> = {}): PermissionView {
  return {
    ...{
      pending_id: 'p1',
      task_id: 't1',
      agent_instance_id: 'i1',
      session_id: 's',
      kind: 'execute',
    },
    ...{ tool_call_id: 'c1', title: 'Run rm', shown: { rawInput: { command: 'rm x' } } },
    shown_sha256: 'a'.repeat(64),
    options: [
      { option_id: 'always', name: 'Always', kind: 'allow_always' },
      { option_id: 'once', name: 'Sure, whatever', kind: 'allow_once' },
      { option_id: 'no', name: 'No', kind: 'reject_once' },
    ],
    ...{ created_at: '2026-11-24T08:00:00Z', expires_at: '2026-11-24T09:00:00Z' },
    ...{ outcome: null, option_id: null, decided_by: null, decided_at: null },
    ...change,
  };
}
