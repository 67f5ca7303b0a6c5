import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Conversations with the model of the chat, and those that external agents work in. */
export class ChatKinds1763700005300 implements MigrationInterface {
  readonly name = 'ChatKinds1763700005300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'chat_sessions',
      new TableColumn({ name: 'kind', type: 'varchar', length: '16', default: "'chat'" }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('chat_sessions', 'kind');
  }
}
