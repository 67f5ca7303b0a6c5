import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Conversations: sessions, their turns, what the brain reads, and what everybody may watch. */
export class Chat1763700005000 implements MigrationInterface {
  readonly name = 'Chat1763700005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'chat_sessions',
        columns: [
          { name: 'id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'owner_id', type: 'varchar', length: '128' },
          { name: 'name', type: 'varchar', length: '120', isNullable: true },
          { name: 'words', type: 'text', isNullable: true },
          { name: 'agent_id', type: 'varchar', length: '64', isNullable: true },
          { name: 'agents', type: 'text', isNullable: true },
          { name: 'parent_id', type: 'varchar', length: '36', isNullable: true },
          { name: 'created_at', type: 'bigint' },
          { name: 'updated_at', type: 'bigint' },
          { name: 'deleted_at', type: 'bigint', isNullable: true },
          { name: 'turns', type: 'integer' },
          { name: 'entries', type: 'integer' },
          { name: 'events', type: 'bigint' },
          { name: 'sensitive', type: 'boolean', default: false },
          { name: 'granted', type: 'boolean', default: false },
        ],
        indices: [
          new TableIndex({
            name: 'chat_sessions_owner_time',
            columnNames: ['owner_id', 'updated_at'],
          }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'chat_turns',
        columns: [
          { name: 'id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'session_id', type: 'varchar', length: '36' },
          { name: 'number', type: 'integer' },
          { name: 'status', type: 'varchar', length: '16' },
          { name: 'record', type: 'text' },
        ],
        indices: [
          new TableIndex({
            name: 'chat_turns_number',
            columnNames: ['session_id', 'number'],
            isUnique: true,
          }),
          new TableIndex({ name: 'chat_turns_status', columnNames: ['status'] }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'chat_entries',
        columns: [
          { name: 'session_id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'number', type: 'integer', isPrimary: true },
          { name: 'id', type: 'varchar', length: '36' },
          { name: 'turn_id', type: 'varchar', length: '36' },
          { name: 'at', type: 'bigint' },
          { name: 'content', type: 'text' },
          { name: 'words', type: 'text', isNullable: true },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'chat_events',
        columns: [
          { name: 'session_id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'position', type: 'bigint', isPrimary: true },
          { name: 'turn_id', type: 'varchar', length: '36' },
          { name: 'sequence', type: 'integer' },
          { name: 'at', type: 'bigint' },
          { name: 'type', type: 'varchar', length: '32' },
          { name: 'payload', type: 'text' },
        ],
        indices: [
          new TableIndex({
            name: 'chat_events_sequence',
            columnNames: ['turn_id', 'sequence'],
            isUnique: true,
          }),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['chat_events', 'chat_entries', 'chat_turns', 'chat_sessions']) {
      await runner.dropTable(table);
    }
  }
}
