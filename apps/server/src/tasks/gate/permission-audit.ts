import type { ActorRef } from '@kenny/contract';
import type { AuditEntry } from '../../audit/index.js';
import type { Origin } from '../../auth/index.js';
import type { PermissionWhy, TaskPermissionEntity } from '../store/index.js';

/** `target` of the rows of one permission. */
const targetOf = ({ id }: Pick<TaskPermissionEntity, 'id'>): string => `permission ${id}`;

/** Of steps that no person takes. */
const BY_KENNY: Origin = {
  ...{ actor: { kind: 'system', id: 'kenny', name: 'kenny' }, door: 'system', request_id: null },
};

export function askedRow(row: TaskPermissionEntity, title: string): AuditEntry {
  const actor: ActorRef = { kind: 'task', id: row.task_id, name: title };
  const { task_id, run_id, tool_call_id, kind, shown_sha256, shown, options } = row;
  return {
    ...{ kind: 'decision', actor, door: 'task', request_id: row.turn_id, target: targetOf(row) },
    args: {
      ...{ action: 'ask', title: row.title, kind, task_id, run_id, tool_call_id },
      ...{
        shown,
        shown_sha256,
        options: options.map(({ option_id, kind: of }) => ({ option_id, kind: of })),
      },
    },
    ok: true,
  };
}

/** @param by who decided; without it nobody did */
export function endedRow(row: TaskPermissionEntity, why: PermissionWhy, by = BY_KENNY): AuditEntry {
  const { task_id, title, kind, shown_sha256, outcome, option_id, options } = row;
  const option_kind = options.find((one) => one.option_id === option_id)?.kind ?? null;
  const allowed = option_kind === 'allow_once';
  return {
    ...by,
    ...{ kind: 'decision', target: targetOf(row), ok: allowed, code: allowed ? null : codeOf(why) },
    args: {
      ...{ action: allowed ? 'allow' : 'refuse', why, outcome, option_id, option_kind },
      ...{ task_id, title, kind, shown_sha256 },
    },
  };
}

function codeOf(why: PermissionWhy): string {
  return why === 'expired' ? 'expired' : 'denied';
}
