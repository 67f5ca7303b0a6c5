import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose task a token is, the token that it ends with, and since when it opens nothing. */
const COLUMNS = [
  ['task_id', 'varchar'],
  ['starter_token_id', 'varchar'],
  ['closed_at', 'bigint'],
] as const;

const INDEXES = [
  ['tokens_by_task', 'tokens (task_id)'],
  ['tokens_by_starter', 'tokens (starter_token_id)'],
] as const;

export class TaskTokens1763700007100 implements MigrationInterface {
  readonly name = 'TaskTokens1763700007100';

  /** In plain SQL: on SQLite `addColumns` makes the table anew, and logins refer to its rows. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, type] of COLUMNS) {
      await runner.query(`ALTER TABLE tokens ADD COLUMN ${name} ${type}`);
    }
    for (const [name, on] of INDEXES) await runner.query(`CREATE INDEX ${name} ON ${on}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
    for (const [name] of COLUMNS) await runner.query(`ALTER TABLE tokens DROP COLUMN ${name}`);
  }
}
