import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'varchar', isNullable });
const json = (name: string) => ({ name, type: 'text' });
const ms = (name: string) => ({ name, type: 'bigint' });
const key = (name: string) => ({ name, type: 'varchar', isPrimary: true });

const TABLES = [
  new Table({
    name: 'approvals',
    columns: [
      key('id'),
      { name: 'revision', type: 'integer' },
      text('state'),
      text('agent_uid'),
      text('agent_id'),
      text('principal_key'),
      text('repeat_key'),
      text('call_id', true),
      ms('requested_at'),
      json('record'),
      json('token_ids'),
    ],
    indices: [
      { name: 'approvals_by_state', columnNames: ['state', 'requested_at'] },
      { name: 'approvals_by_repeat', columnNames: ['repeat_key', 'requested_at'] },
      { name: 'approvals_by_agent', columnNames: ['agent_uid', 'state'] },
      { name: 'approvals_by_call', columnNames: ['call_id'] },
    ],
  }),
  new Table({
    name: 'policy_rules',
    columns: [
      key('id'),
      text('applies_to'),
      text('pattern'),
      text('reason'),
      text('created_by'),
      ms('created_at'),
    ],
  }),
];

/** The gate's approvals and the operators' own deny rules. */
export class Policy1763700003000 implements MigrationInterface {
  readonly name = 'Policy1763700003000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...TABLES].reverse()) await runner.dropTable(name);
  }
}
