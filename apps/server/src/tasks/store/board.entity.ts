import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** A label of tasks. */
@Entity('boards')
export class BoardEntity {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber })
  updated_at!: number;
}

/** A label of tasks within a board. */
@Entity('board_columns')
@Index(['board_id'])
export class BoardColumnEntity {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  board_id!: string;

  @Column('text')
  name!: string;

  @Column('integer')
  position!: number;

  /** Tasks in that state are usually put here; it decides nothing. */
  @Column('varchar')
  state!: string;

  @Column('varchar', { nullable: true })
  color!: string | null;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;
}
