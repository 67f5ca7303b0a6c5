import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Pictures that people send with their messages, once each. */
export class ChatPictures1763700005200 implements MigrationInterface {
  readonly name = 'ChatPictures1763700005200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'chat_pictures',
        columns: [
          { name: 'session_id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'data', type: 'text' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('chat_pictures');
  }
}
