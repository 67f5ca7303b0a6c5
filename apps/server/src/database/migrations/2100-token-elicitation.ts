import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the word of a token's MCP client counts (D6). Tokens from before were never asked: no. */
export class TokenElicitation1763700002100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // In plain SQL, which both engines know: TypeORM would build SQLite's table anew, and drop the
    // one that sessions refer to.
    await runner.query(
      'ALTER TABLE "tokens" ADD COLUMN "elicitation" boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "tokens" DROP COLUMN "elicitation"');
  }
}
