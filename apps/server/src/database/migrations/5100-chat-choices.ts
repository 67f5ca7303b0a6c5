import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The model that a conversation is answered by, and how hard it thinks. */
export class ChatChoices1763700005100 implements MigrationInterface {
  readonly name = 'ChatChoices1763700005100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('chat_sessions', [
      new TableColumn({ name: 'model', type: 'varchar', length: '128', isNullable: true }),
      new TableColumn({ name: 'effort', type: 'varchar', length: '16', isNullable: true }),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('chat_sessions', ['model', 'effort']);
  }
}
