import type { PermissionView } from '@kenny/contract';
import { iso, isoOrNull } from '@kenny/kernel';
import type { TaskPermissionEntity } from '../store/index.js';

/** A permission as every door shows it. */
export function permissionView(row: TaskPermissionEntity): PermissionView {
  const { id, task_id, run_id, session_id, tool_call_id, title, kind, shown, shown_sha256 } = row;
  const { outcome, option_id, decided_by } = row;
  return {
    ...{ pending_id: id, task_id, agent_instance_id: run_id, session_id, tool_call_id },
    ...{ title, kind, shown, shown_sha256, options: choosable(row) },
    ...{ created_at: iso(row.created_at), expires_at: iso(row.expires_at) },
    ...{ outcome, option_id, decided_by, decided_at: isoOrNull(row.decided_at) },
  };
}

/** A standing permission is never given, so it is never offered either. */
function choosable({ options }: TaskPermissionEntity): TaskPermissionEntity['options'] {
  return options.filter(({ kind }) => kind !== 'allow_always');
}
