import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Whether a person allowed a sensitive read for a conversation; there was none before. */
export class ChatGranted1763700005200 implements MigrationInterface {
  readonly name = 'ChatGranted1763700005200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'chat_sessions',
      new TableColumn({ name: 'granted', type: 'boolean', default: false }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('chat_sessions', 'granted');
  }
}
