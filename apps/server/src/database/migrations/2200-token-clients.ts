import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the client that used a token last calls itself. */
export class TokenClients1763700002200 implements MigrationInterface {
  readonly name = 'TokenClients1763700002200';

  /** In plain SQL: on SQLite `addColumn` makes the table anew, and other rows refer to it. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tokens ADD COLUMN client varchar');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tokens DROP COLUMN client');
  }
}
