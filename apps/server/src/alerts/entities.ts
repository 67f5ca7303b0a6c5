import type {
  AlertChannelKind,
  AlertDeliveryState,
  AlertKind,
  AlertSeverity,
} from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../database/index.js';

/** Something that happened, written with it in one transaction; gone once it is judged. */
@Entity('alert_facts')
export class AlertFactEntity {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('bigint', { transformer: asNumber })
  at!: number;

  /** JSON of a `Fact`. */
  @Column('text')
  body!: string;
}

/** What a rule remembers. */
@Entity('alert_states')
export class AlertStateEntity {
  @PrimaryColumn('varchar', { length: 200 })
  key!: string;

  @Column('text')
  body!: string;

  @Column('bigint', { transformer: asNumber, nullable: true })
  due_at!: number | null;
}

/** Something that people are told. */
@Entity('alerts')
export class AlertEntity {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('bigint', { transformer: asNumber })
  at!: number;

  @Column('varchar', { length: 32 })
  kind!: AlertKind;

  @Column('varchar', { length: 8 })
  severity!: AlertSeverity;

  @Column('varchar', { length: 64, nullable: true })
  agent_id!: string | null;

  @Column('text')
  title!: string;

  @Column('text')
  text!: string;

  @Column('varchar', { length: 500 })
  page!: string;
}

/** One message to one place. Its id is the same at every attempt. */
@Entity('alert_deliveries')
export class AlertDeliveryEntity {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  /** Null: a digest or a test, whose words are in `body`. */
  @Column('varchar', { length: 36, nullable: true })
  alert_id!: string | null;

  @Column('text', { nullable: true })
  body!: string | null;

  @Column('varchar', { length: 128 })
  operator_id!: string;

  @Column('varchar', { length: 64 })
  channel_id!: string;

  @Column('varchar', { length: 256 })
  address!: string;

  @Column('varchar', { length: 16 })
  state!: AlertDeliveryState;

  @Column('integer')
  attempts!: number;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber })
  next_at!: number;

  @Column('bigint', { transformer: asNumber })
  expires_at!: number;

  @Column('bigint', { transformer: asNumber, nullable: true })
  tried_at!: number | null;

  @Column('bigint', { transformer: asNumber, nullable: true })
  ended_at!: number | null;

  @Column('text', { nullable: true })
  answer!: string | null;

  /** The digest that told it. */
  @Column('varchar', { length: 36, nullable: true })
  digest_id!: string | null;
}

@Entity('alert_channels')
export class AlertChannelEntity {
  @PrimaryColumn('varchar', { length: 64 })
  id!: string;

  @Column('varchar', { length: 16 })
  kind!: AlertChannelKind;

  @Column('varchar', { length: 64 })
  name!: string;

  /** JSON of how it is reached. */
  @Column('text')
  settings!: string;

  @Column('text', { nullable: true })
  sealed!: string | null;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;
}

/** What one person wants to hear of. */
@Entity('alert_choices')
export class AlertChoicesEntity {
  @PrimaryColumn('varchar', { length: 128 })
  operator_id!: string;

  @Column('text')
  own!: string;

  @Column('bigint', { transformer: asNumber })
  updated_at!: number;
}

/** A browser that is notified until its login is ended or forgotten. */
@Entity('push_browsers')
export class PushBrowserEntity {
  /** The address of its deliveries. */
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 128 })
  operator_id!: string;

  @Column('varchar', { length: 64 })
  login_id!: string;

  @Column('varchar', { length: 200, nullable: true })
  user_agent!: string | null;

  /** One browser is one row, whoever is logged in there. */
  @Column('varchar', { length: 64 })
  endpoint_sha256!: string;

  @Column('text')
  endpoint!: string;

  @Column('text')
  p256dh!: string;

  @Column('text')
  auth!: string;

  @Column('boolean')
  names_pcs!: boolean;

  @Column('bigint', { transformer: asNumber })
  added_at!: number;
}
