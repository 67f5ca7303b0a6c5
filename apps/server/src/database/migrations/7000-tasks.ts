import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

const id = (name: string, isPrimary = false): TableColumnOptions => ({
  ...{ name, type: 'varchar', length: '64', isPrimary },
});
const word = (name: string, length = 64, isNullable = false): TableColumnOptions => ({
  ...{ name, type: 'varchar', length: String(length), isNullable },
});
const text = (name: string, isNullable = false): TableColumnOptions => ({
  ...{ name, type: 'text', isNullable },
});
const whole = (name: string, isNullable = false): TableColumnOptions => ({
  ...{ name, type: 'integer', isNullable },
});
const time = (name: string, isNullable = false): TableColumnOptions => ({
  ...{ name, type: 'bigint', isNullable },
});
const flag = (name: string, isNullable = false): TableColumnOptions => ({
  ...{ name, type: 'boolean', isNullable },
});

const TABLES: readonly Table[] = [
  new Table({
    name: 'tasks',
    columns: [
      id('id', true),
      ...[text('title'), text('description'), word('state'), word('base_state')],
      ...[whole('priority'), word('agent_type', 64, true), text('agents', true)],
      ...[text('classes', true), word('owner_id', 128), word('starter_token_id', 64, true)],
      ...[word('session_id', 64, true), word('board_id', 64, true), word('column_id', 64, true)],
      ...[whole('position'), text('repository_url', true), word('branch', 250, true)],
      ...[word('assigned_to', 128, true), text('metadata'), text('error', true)],
      ...[flag('resumable'), flag('sandboxed', true), whole('attempts'), flag('changed_by_task')],
      ...[time('not_before', true), time('queued_at', true), text('tainted_by')],
      ...[time('created_at'), time('updated_at'), time('started_at', true)],
      ...[time('finished_at', true), time('deleted_at', true)],
    ],
    indices: [
      { name: 'tasks_by_update', columnNames: ['updated_at', 'id'] },
      { name: 'tasks_by_state', columnNames: ['base_state'] },
    ],
  }),
  new Table({
    name: 'task_prompts',
    columns: [
      ...[id('id', true), id('task_id'), whole('number'), text('text')],
      ...[word('operator_id', 128), word('token_id'), time('created_at')],
      ...[time('taken_at', true), word('turn_id', 64, true), time('ended_at', true)],
    ],
    indices: [{ name: 'task_prompts_by_task', columnNames: ['task_id', 'number'] }],
  }),
  new Table({
    name: 'task_runs',
    columns: [
      ...[id('id', true), id('task_id'), word('agent_type'), text('type_frozen')],
      ...[text('workspace', true), text('acp_session_id', true), word('dialect', 16, true)],
      ...[text('capabilities', true), word('status', 16), whole('progress')],
      ...[whole('exit_code', true), text('error', true), text('marker', true)],
      ...[time('started_at'), time('finished_at', true)],
    ],
    indices: [
      { name: 'task_runs_by_task', columnNames: ['task_id'] },
      { name: 'task_runs_by_status', columnNames: ['status'] },
    ],
  }),
  new Table({
    name: 'task_events',
    columns: [
      ...[id('task_id', true), { name: 'seq', type: 'bigint', isPrimary: true }],
      ...[time('at'), word('type', 32), word('agent_instance_id', 64, true)],
      ...[text('data'), whole('bytes')],
    ],
  }),
  new Table({
    name: 'task_permissions',
    columns: [
      ...[id('id', true), id('task_id'), word('run_id'), word('turn_id'), text('session_id')],
      ...[text('tool_call_id'), text('title'), word('kind', 200), text('shown')],
      ...[word('shown_sha256'), text('options'), time('created_at'), time('expires_at')],
      ...[word('outcome', 16, true), text('option_id', true), word('decided_by', 128, true)],
      time('decided_at', true),
      text('agents', true),
      word('why', 16, true),
    ],
    indices: [
      { name: 'task_permissions_by_task', columnNames: ['task_id'] },
      { name: 'task_permissions_by_decision', columnNames: ['decided_at'] },
    ],
  }),
  new Table({
    name: 'boards',
    columns: [
      ...[id('id', true), text('name'), text('description')],
      ...[time('created_at'), time('updated_at')],
    ],
  }),
  new Table({
    name: 'board_columns',
    columns: [
      ...[id('id', true), id('board_id'), text('name'), whole('position'), word('state', 32)],
      ...[word('color', 16, true), time('created_at')],
    ],
    indices: [{ name: 'board_columns_by_board', columnNames: ['board_id'] }],
  }),
];

/** Work of external agents, what they said, and the boards on which people sort it. */
export class Tasks1763700007000 implements MigrationInterface {
  readonly name = 'Tasks1763700007000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...TABLES].reverse()) await runner.dropTable(name);
  }
}
