import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'varchar', isNullable });
const json = (name: string) => ({ name, type: 'text' });
const ms = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });
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
      { ...text('tool'), default: `''` },
      { ...text('kind'), default: `'change'` },
      ms('kept_until', true),
      { ...text('requester'), default: `''` },
      ms('decided_at', true),
      { ...ms('seq'), default: 0 },
    ],
    indices: [
      { name: 'approvals_by_state', columnNames: ['state', 'seq'] },
      { name: 'approvals_by_repeat', columnNames: ['repeat_key', 'seq'] },
      { name: 'approvals_by_agent', columnNames: ['agent_uid', 'state'] },
      { name: 'approvals_by_call', columnNames: ['call_id'] },
      { name: 'approvals_by_tool', columnNames: ['agent_id', 'tool', 'seq'] },
      { name: 'approvals_by_kept_until', columnNames: ['kept_until'] },
      { name: 'approvals_by_requester', columnNames: ['requester', 'decided_at'] },
      { name: 'approvals_by_seq', columnNames: ['seq'], isUnique: true },
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
  new Table({
    name: 'requester_pauses',
    columns: [
      key('id'),
      json('requested_by'),
      text('door'),
      text('approval_id'),
      text('agent_id'),
      ms('paused_at'),
      ms('released_at', true),
    ],
  }),
];

/** Approvals, the operators' own deny rules, and requesters who are paused. */
export class Policy1763700003000 implements MigrationInterface {
  readonly name = 'Policy1763700003000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...TABLES].reverse()) await runner.dropTable(name);
  }
}
