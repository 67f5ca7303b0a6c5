import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Until here every token of scope `mcp` let its client accept for its user, asked for or not: none
 * does any more. Who wants that makes a token for it.
 */
export class ElicitationOptIn1763700002300 implements MigrationInterface {
  readonly name = 'ElicitationOptIn1763700002300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE "tokens" SET "elicitation" = false');
  }

  /** Which tokens had it is not known any more, and none is missing for want of it. */
  async down(): Promise<void> {}
}
