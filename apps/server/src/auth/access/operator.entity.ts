import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** A person. Made by the first token that names the id; decisions are counted by it. */
@Entity('operators')
export class OperatorEntity {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  name!: string;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;
}
