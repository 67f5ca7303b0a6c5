import type { OperatorRuleGroup, PolicyRule } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** A custom deny rule: adds to the built-in ones, never weakens them. */
@Entity('policy_rules')
export class PolicyRuleEntity implements PolicyRule {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  applies_to!: OperatorRuleGroup;

  @Column('varchar')
  pattern!: string;

  @Column('varchar')
  reason!: string;

  /** Name of the operator. */
  @Column('varchar')
  created_by!: string;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;
}
