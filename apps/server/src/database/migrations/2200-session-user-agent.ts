import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a browser said of itself when it logged in; nobody asked those from before. */
export class SessionUserAgent1763700002200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "browser_sessions" ADD COLUMN "user_agent" varchar');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "browser_sessions" DROP COLUMN "user_agent"');
  }
}
