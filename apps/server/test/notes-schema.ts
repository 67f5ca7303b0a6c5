import {
  Column,
  Entity,
  PrimaryColumn,
  Table,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import type { Schema } from '../src/database/index.js';

/** The smallest schema that can break every rule of the writer: a unique key and a foreign key. */
@Entity('note')
export class NoteEntity {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { nullable: true })
  parent!: string | null;
}

export class Notes1795700009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'note',
        columns: [
          { name: 'id', type: 'varchar', isPrimary: true },
          { name: 'parent', type: 'varchar', isNullable: true },
        ],
        foreignKeys: [
          { columnNames: ['parent'], referencedTableName: 'note', referencedColumnNames: ['id'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('note');
  }
}

export const NOTES: Schema = { entities: [NoteEntity], migrations: [Notes1795700009000] };
