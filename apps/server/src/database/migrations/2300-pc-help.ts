import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How remote help to a PC is opened. */
const COLUMNS = ['help_id', 'help_link'] as const;

export class PcHelp1763700002300 implements MigrationInterface {
  readonly name = 'PcHelp1763700002300';

  /** In plain SQL: on SQLite `addColumns` makes the table anew, and other rows refer to it. */
  async up(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS) await runner.query(`ALTER TABLE agents ADD COLUMN ${name} varchar`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS) await runner.query(`ALTER TABLE agents DROP COLUMN ${name}`);
  }
}
