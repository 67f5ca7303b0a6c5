import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'varchar', isNullable });
const json = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const ms = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });
const key = (name: string) => ({ name, type: 'varchar', isPrimary: true });

const TABLES = [
  new Table({
    name: 'operators',
    columns: [key('id'), text('name'), ms('created_at')],
  }),
  new Table({
    name: 'tokens',
    columns: [
      key('id'),
      text('token_sha256'),
      text('operator_id'),
      text('name'),
      text('scope'),
      json('agents', true),
      json('classes'),
      { name: 'decide', type: 'boolean' },
      text('origin'),
      ms('created_at'),
      ms('expires_at', true),
      ms('last_used_at', true),
      ms('revoked_at', true),
      { name: 'elicitation', type: 'boolean', default: false },
    ],
    foreignKeys: [
      {
        columnNames: ['operator_id'],
        referencedTableName: 'operators',
        referencedColumnNames: ['id'],
      },
    ],
    indices: [
      { name: 'tokens_by_hash', columnNames: ['token_sha256'], isUnique: true },
      { name: 'tokens_by_age', columnNames: ['created_at', 'id'] },
    ],
  }),
  new Table({
    name: 'browser_sessions',
    columns: [
      key('id_sha256'),
      text('token_id'),
      ms('opened_at'),
      ms('last_used_at'),
      text('user_agent', true),
    ],
    foreignKeys: [
      { columnNames: ['token_id'], referencedTableName: 'tokens', referencedColumnNames: ['id'] },
    ],
    indices: [{ name: 'browser_sessions_by_token', columnNames: ['token_id'] }],
  }),
  new Table({
    name: 'agents',
    columns: [
      key('agent_uid'),
      text('agent_id'),
      text('agent_id_key', true),
      text('name'),
      json('tags'),
      text('os', true),
      text('legacy_token_sha256', true),
      ms('created_at'),
      ms('enrolled_at', true),
      ms('removed_at', true),
      ms('last_seen', true),
      json('last_meta', true),
      text('last_protocol', true),
    ],
    // Removed PCs have no key: both databases allow any number of nulls in a unique index.
    indices: [{ name: 'agents_by_id', columnNames: ['agent_id_key'], isUnique: true }],
  }),
  new Table({
    name: 'agent_keys',
    columns: [
      key('key_sha256'),
      text('agent_uid'),
      text('public_key'),
      text('state'),
      ms('created_at'),
    ],
    foreignKeys: [
      {
        columnNames: ['agent_uid'],
        referencedTableName: 'agents',
        referencedColumnNames: ['agent_uid'],
      },
    ],
    indices: [{ name: 'agent_keys_by_agent', columnNames: ['agent_uid'] }],
  }),
  new Table({
    name: 'agent_enrolments',
    columns: [
      key('agent_uid'),
      text('token_sha256'),
      text('mode'),
      ms('created_at'),
      ms('expires_at'),
      text('used_key_sha256', true),
      ms('used_at', true),
    ],
    foreignKeys: [
      {
        columnNames: ['agent_uid'],
        referencedTableName: 'agents',
        referencedColumnNames: ['agent_uid'],
      },
    ],
  }),
];

/** Operators, tokens, browser sessions; PCs, their keys and enrolments. */
export class Auth1763700002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.dropTable(table);
  }
}
