import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'varchar', isNullable });

const EVENTS = new Table({
  name: 'events',
  columns: [
    {
      name: 'id',
      type: 'integer',
      isPrimary: true,
      isGenerated: true,
      generationStrategy: 'increment',
    },
    { name: 'at', type: 'bigint' },
    text('source'),
    text('agent_id', true),
    text('level'),
    text('event'),
    text('target', true),
    { name: 'message', type: 'text' },
    { name: 'fields', type: 'text', isNullable: true },
  ],
  indices: [
    { name: 'events_by_age', columnNames: ['at'] },
    { name: 'events_by_agent', columnNames: ['agent_id', 'id'] },
  ],
});

export class Events1763700001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(EVENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(EVENTS);
  }
}
