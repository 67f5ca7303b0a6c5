import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** What is remembered for each operator. */
const MEMORIES = new Table({
  name: 'memories',
  columns: [
    { name: 'operator_id', type: 'varchar', length: '128', isPrimary: true },
    { name: 'id', type: 'varchar', length: '32', isPrimary: true },
    { name: 'layer', type: 'varchar', length: '8' },
    { name: 'text', type: 'text' },
    { name: 'scope', type: 'varchar', length: '80' },
    { name: 'tags', type: 'text' },
    { name: 'confidence', type: 'integer' },
    { name: 'hits', type: 'integer' },
    { name: 'source', type: 'varchar', length: '32' },
    { name: 'status', type: 'varchar', length: '16' },
    { name: 'created_at', type: 'bigint' },
    { name: 'updated_at', type: 'bigint' },
    { name: 'last_seen_at', type: 'bigint' },
    { name: 'ttl_days', type: 'integer', isNullable: true },
  ],
});

const NUMBERS = new Table({
  name: 'memory_numbers',
  columns: [
    { name: 'operator_id', type: 'varchar', length: '128', isPrimary: true },
    { name: 'layer', type: 'varchar', length: '8', isPrimary: true },
    { name: 'last', type: 'integer' },
  ],
});

export class Memory1763700006100 implements MigrationInterface {
  readonly name = 'Memory1763700006100';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [MEMORIES, NUMBERS]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [NUMBERS, MEMORIES]) await runner.dropTable(table);
  }
}
