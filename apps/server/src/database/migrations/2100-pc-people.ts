import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose a PC is, how they are reached, and what helpers should know of it. */
const COLUMNS = [
  ['owner', 'varchar'],
  ['contact', 'varchar'],
  ['notes', 'text'],
] as const;

export class PcPeople1763700002100 implements MigrationInterface {
  readonly name = 'PcPeople1763700002100';

  /** In plain SQL: on SQLite `addColumns` makes the table anew, and other rows refer to it. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, type] of COLUMNS) {
      await runner.query(`ALTER TABLE agents ADD COLUMN ${name} ${type}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of COLUMNS) await runner.query(`ALTER TABLE agents DROP COLUMN ${name}`);
  }
}
