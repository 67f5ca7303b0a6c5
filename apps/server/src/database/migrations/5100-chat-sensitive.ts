import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Whether sensitive reads were made in a conversation, also in those of before. */
export class ChatSensitive1763700005100 implements MigrationInterface {
  readonly name = 'ChatSensitive1763700005100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'chat_sessions',
      new TableColumn({ name: 'sensitive', type: 'boolean', default: false }),
    );
    await runner.query(
      `UPDATE chat_sessions SET sensitive = true WHERE id IN (
         SELECT session_id FROM chat_turns WHERE record NOT LIKE '%"tainted_by":[]%')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('chat_sessions', 'sensitive');
  }
}
