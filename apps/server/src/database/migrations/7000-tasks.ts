import type { TableOptions } from 'typeorm';
import { bigint, flag, index, int, KEY, NULLABLE, TablesMigration, text, word } from './tables.js';

const TABLES: TableOptions[] = [
  {
    name: 'tasks',
    columns: [
      word('id', 64, KEY),
      ...[text('title'), text('description'), word('state', 64), word('base_state', 64)],
      ...[int('priority'), word('agent_type', 64, NULLABLE), text('agents', NULLABLE)],
      ...[text('classes', NULLABLE), word('owner_id', 128), word('starter_token_id', 64, NULLABLE)],
      ...[
        word('session_id', 64, NULLABLE),
        word('board_id', 64, NULLABLE),
        word('column_id', 64, NULLABLE),
      ],
      ...[int('position'), text('repository_url', NULLABLE), word('branch', 250, NULLABLE)],
      ...[word('assigned_to', 128, NULLABLE), text('metadata'), text('error', NULLABLE)],
      ...[flag('resumable'), flag('sandboxed', NULLABLE), int('attempts'), flag('changed_by_task')],
      ...[bigint('not_before', NULLABLE), bigint('queued_at', NULLABLE), text('tainted_by')],
      ...[bigint('created_at'), bigint('updated_at'), bigint('started_at', NULLABLE)],
      ...[bigint('finished_at', NULLABLE), bigint('deleted_at', NULLABLE)],
    ],
    indices: [index('tasks_by_update', 'updated_at', 'id'), index('tasks_by_state', 'base_state')],
  },
  {
    name: 'task_prompts',
    columns: [
      ...[word('id', 64, KEY), word('task_id', 64), int('number'), text('text')],
      ...[word('operator_id', 128), word('token_id', 64), bigint('created_at')],
      ...[
        bigint('taken_at', NULLABLE),
        word('turn_id', 64, NULLABLE),
        bigint('ended_at', NULLABLE),
      ],
    ],
    indices: [index('task_prompts_by_task', 'task_id', 'number')],
  },
  {
    name: 'task_runs',
    columns: [
      ...[word('id', 64, KEY), word('task_id', 64), word('agent_type', 64), text('type_frozen')],
      ...[
        text('workspace', NULLABLE),
        text('acp_session_id', NULLABLE),
        word('dialect', 16, NULLABLE),
      ],
      ...[text('capabilities', NULLABLE), word('status', 16), int('progress')],
      ...[int('exit_code', NULLABLE), text('error', NULLABLE), text('marker', NULLABLE)],
      ...[bigint('started_at'), bigint('finished_at', NULLABLE)],
    ],
    indices: [index('task_runs_by_task', 'task_id'), index('task_runs_by_status', 'status')],
  },
  {
    name: 'task_events',
    columns: [
      ...[word('task_id', 64, KEY), bigint('seq', KEY)],
      ...[bigint('at'), word('type', 32), word('agent_instance_id', 64, NULLABLE)],
      ...[text('data'), int('bytes')],
    ],
  },
  {
    name: 'task_permissions',
    columns: [
      ...[
        word('id', 64, KEY),
        word('task_id', 64),
        word('run_id', 64),
        word('turn_id', 64),
        text('session_id'),
      ],
      ...[text('tool_call_id'), text('title'), word('kind', 200), text('shown')],
      ...[word('shown_sha256', 64), text('options'), bigint('created_at'), bigint('expires_at')],
      ...[
        word('outcome', 16, NULLABLE),
        text('option_id', NULLABLE),
        word('decided_by', 128, NULLABLE),
      ],
      bigint('decided_at', NULLABLE),
      text('agents', NULLABLE),
      word('why', 16, NULLABLE),
    ],
    indices: [
      index('task_permissions_by_task', 'task_id'),
      index('task_permissions_by_decision', 'decided_at'),
    ],
  },
  {
    name: 'boards',
    columns: [
      ...[word('id', 64, KEY), text('name'), text('description')],
      ...[bigint('created_at'), bigint('updated_at')],
    ],
  },
  {
    name: 'board_columns',
    columns: [
      ...[
        word('id', 64, KEY),
        word('board_id', 64),
        text('name'),
        int('position'),
        word('state', 32),
      ],
      ...[word('color', 16, NULLABLE), bigint('created_at')],
    ],
    indices: [index('board_columns_by_board', 'board_id')],
  },
  // Which external agents somebody has switched on or off.
  {
    name: 'agent_type_switches',
    columns: [word('type_id', 64, KEY), flag('enabled'), bigint('updated_at')],
  },
];

/** Work of external agents, what they said, and the boards on which people sort it. */
export class Tasks1795700007000 extends TablesMigration {
  protected readonly tables = () => TABLES;
}
