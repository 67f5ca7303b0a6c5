import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

const word = (name: string, length: number, more: Partial<TableColumnOptions> = {}) => ({
  ...{ name, type: 'varchar', length: String(length), ...more },
});
const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const time = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });
const KEY = { isPrimary: true };
const MAYBE = { isNullable: true };

const TABLES: readonly Table[] = [
  new Table({
    name: 'alert_facts',
    columns: [word('id', 36, KEY), time('at'), text('body')],
    indices: [{ name: 'alert_facts_by_age', columnNames: ['at', 'id'] }],
  }),
  new Table({
    name: 'alert_states',
    columns: [word('key', 200, KEY), text('body'), time('due_at', true)],
    indices: [{ name: 'alert_states_by_due', columnNames: ['due_at'] }],
  }),
  new Table({
    name: 'alerts',
    columns: [
      ...[word('id', 36, KEY), time('at'), word('kind', 32), word('severity', 8)],
      ...[word('agent_id', 64, MAYBE), text('title'), text('text'), word('page', 500)],
    ],
    indices: [{ name: 'alerts_by_age', columnNames: ['at', 'id'] }],
  }),
  new Table({
    name: 'alert_deliveries',
    columns: [
      ...[word('id', 36, KEY), word('alert_id', 36, MAYBE), text('body', true)],
      ...[word('operator_id', 128), word('channel_id', 64), word('address', 256)],
      ...[word('state', 16), { name: 'attempts', type: 'integer' }, time('created_at')],
      ...[time('next_at'), time('expires_at'), time('tried_at', true), time('ended_at', true)],
      ...[text('answer', true), word('digest_id', 36, MAYBE)],
    ],
    indices: [
      { name: 'alert_deliveries_by_due', columnNames: ['state', 'next_at'] },
      { name: 'alert_deliveries_by_place', columnNames: ['channel_id', 'address', 'tried_at'] },
      { name: 'alert_deliveries_by_person', columnNames: ['operator_id', 'created_at'] },
      { name: 'alert_deliveries_by_age', columnNames: ['created_at'] },
    ],
  }),
  new Table({
    name: 'alert_channels',
    columns: [
      ...[word('id', 64, KEY), word('kind', 16), word('name', 64), text('settings')],
      ...[text('sealed', true), time('created_at')],
    ],
  }),
  new Table({
    name: 'alert_choices',
    columns: [word('operator_id', 128, KEY), text('own'), time('updated_at')],
  }),
];

export class Alerts1763700008000 implements MigrationInterface {
  readonly name = 'Alerts1763700008000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.dropTable(table);
  }
}
