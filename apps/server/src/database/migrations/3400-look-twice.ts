import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Approvals of before bear no marks: nobody looked for any. */
export class LookTwice1763700003400 implements MigrationInterface {
  readonly name = 'LookTwice1763700003400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE approvals SET record = '{"look_twice":[],' || substr(record, 2)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE approvals SET record = '{' || substr(record, 18) WHERE record LIKE '{"look_twice":[],%'`,
    );
  }
}
