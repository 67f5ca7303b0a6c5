import { AGENT_ID_PATTERN } from '../constants.js';
import {
  Bool,
  Field,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  PatternList,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import {
  ALERT_CHANNEL_KINDS,
  ALERT_DELIVERY_STATES,
  ALERT_KIND_NAMES,
  ALERT_LIMITS,
  ALERT_SEVERITIES,
  AWAY_HOURS,
  MAIL_SECURITY,
  TIME_OF_DAY_PATTERN,
  WEEK_DAYS,
  type AlertChannelKind,
  type AlertDeliveryState,
  type AlertKind,
  type AlertSeverity,
  type AwayHours,
  type MailSecurity,
  type WeekDay,
} from './alert-words.js';
import { USER_AGENT_LENGTH } from './vocabulary.js';

/** Alerts that reach a person: `/api/alerts` (ADR 0082). Times are ISO 8601. */

const CHANNEL_ID = { max: 64 } as const;

/** A channel that somebody uses, and where they are there; also `POST /api/alerts/test`. */
export class OwnAlertChannel {
  @Text({ min: 1, ...CHANNEL_ID })
  channel_id!: string;

  @Text({ max: 256 })
  @Field({
    description: 'The mail address, topic, chat or room; empty where there is one for all.',
  })
  address!: string;
}

/** What one person wants to hear of, and where: `GET` and `PUT /api/alerts/choices`. */
export class AlertChoices {
  @TextList({ max: 50, of: ALERT_KIND_NAMES })
  @Field({ description: 'Kinds that are not told.' })
  muted!: AlertKind[];

  @PatternList({ max: ALERT_LIMITS.agents, pattern: AGENT_ID_PATTERN })
  @Field({ description: 'PCs by id; with those of the tags. Both empty: all that you may see.' })
  agents!: string[];

  @TextList({ max: ALERT_LIMITS.tags, length: 64 })
  tags!: string[];

  @OneOf(ALERT_SEVERITIES)
  @Field({ description: 'From which severity on checks are told.' })
  health_from!: AlertSeverity;

  @OneOf(AWAY_HOURS)
  away_hours!: AwayHours;

  @ListOf(() => OwnAlertChannel, ALERT_LIMITS.ownChannels)
  channels!: OwnAlertChannel[];

  @Bool()
  quiet!: boolean;

  @Text({ max: 5, pattern: TIME_OF_DAY_PATTERN })
  quiet_from!: string;

  @Text({ max: 5, pattern: TIME_OF_DAY_PATTERN })
  quiet_to!: string;

  @Text({ min: 1, max: 64 })
  @Field({
    description: 'Time zone of the quiet hours and the weekly mail.',
    example: 'Europe/Berlin',
  })
  time_zone!: string;

  @Bool()
  @Field({ description: 'Let critical alerts through quiet hours.' })
  critical_in_quiet!: boolean;

  @Bool()
  @Field({ description: 'A mail once a week, to each of the mail addresses in `channels`.' })
  weekly!: boolean;

  @OneOf(WEEK_DAYS)
  weekly_day!: WeekDay;

  @Text({ max: 5, pattern: TIME_OF_DAY_PATTERN })
  weekly_at!: string;

  @Bool()
  @Field({ description: 'With it, owners of these PCs get one about their own.' })
  weekly_owners!: boolean;
}

/** How the server reaches a channel; no secret. */
export class AlertChannelSettings {
  @Nullable()
  @Text({ max: 500 })
  url!: string | null;

  @Nullable()
  @Text({ max: 255 })
  host!: string | null;

  @Nullable()
  @Whole({ min: 1, max: 65_535 })
  port!: number | null;

  @Nullable()
  @OneOf(MAIL_SECURITY)
  security!: MailSecurity | null;

  @Nullable()
  @Text({ max: 255 })
  user!: string | null;

  @Nullable()
  @Text({ max: 255 })
  from!: string | null;

  /** Addresses beyond the public internet that it may connect to. */
  @TextList({ max: ALERT_LIMITS.allowedAddresses, length: 64 })
  allowed_addresses!: string[];

  @Nullable()
  @Whole({ min: 1, max: 1_440 })
  every_min!: number | null;

  @Bool()
  secret_stored!: boolean;
}

export class AlertChannelView {
  @Text(CHANNEL_ID)
  id!: string;

  @OneOf(ALERT_CHANNEL_KINDS)
  kind!: AlertChannelKind;

  @Text({ max: 64 })
  name!: string;

  /** For admins only. */
  @Optional()
  @Nested(() => AlertChannelSettings)
  settings?: AlertChannelSettings;

  /** What went wrong at the last attempt; null when that went well, or there was none. */
  @Nullable()
  @Text({ max: 500 })
  trouble!: string | null;

  @Nullable()
  @Text({ max: 40 })
  last_at!: string | null;
}

export class AlertChannelList {
  @ListOf(() => AlertChannelView, ALERT_LIMITS.channels)
  items!: AlertChannelView[];
}

/** `POST /api/alerts/channels`, and `PUT` to replace one. */
export class AlertChannelBody {
  @OneOf(ALERT_CHANNEL_KINDS)
  kind!: AlertChannelKind;

  @Text({ min: 1, max: 64 })
  name!: string;

  @Optional()
  @Text({ min: 8, max: 500 })
  @Field({ description: 'ntfy, Gotify, Matrix: the server. Webhook: the whole address.' })
  url?: string;

  @Optional()
  @Text({ min: 1, max: 255 })
  host?: string;

  @Optional()
  @Whole({ min: 1, max: 65_535 })
  port?: number;

  @Optional()
  @OneOf(MAIL_SECURITY)
  security?: MailSecurity;

  @Optional()
  @Text({ min: 1, max: 255 })
  user?: string;

  @Optional()
  @Text({ min: 3, max: 255 })
  from?: string;

  @Optional()
  @Text({ min: 1, max: ALERT_LIMITS.secret })
  @Field({ description: 'Written only. Without it a stored one stays.' })
  secret?: string;

  @Optional()
  @TextList({ max: ALERT_LIMITS.allowedAddresses, length: 64 })
  @Field({ description: 'IP addresses of your own network that it may connect to.' })
  allowed_addresses?: string[];

  @Optional()
  @Whole({ min: 1, max: 1_440 })
  every_min?: number;
}

export class AlertDeliveryView {
  /** The same at every attempt. */
  @Text({ max: 64 })
  id!: string;

  @Text({ max: 64 })
  channel!: string;

  @Text({ max: 256 })
  address!: string;

  @OneOf(ALERT_DELIVERY_STATES)
  state!: AlertDeliveryState;

  @Whole({ min: 0 })
  attempts!: number;

  /** When it was delivered or given up, or when the next attempt is due. */
  @Text({ max: 40 })
  at!: string;

  /** What the other end said last. */
  @Nullable()
  @Text({ max: 500 })
  answer!: string | null;
}

export class AlertView {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: 40 })
  at!: string;

  @OneOf(ALERT_KIND_NAMES)
  kind!: AlertKind;

  @OneOf(ALERT_SEVERITIES)
  severity!: AlertSeverity;

  @Nullable()
  @Text({ max: 64 })
  agent_id!: string | null;

  @Text({ max: 300 })
  title!: string;

  @Text({ max: 1_000 })
  text!: string;

  /** A page of the dashboard, without the server's address. */
  @Text({ max: 500 })
  page!: string;

  /** The caller's own. */
  @ListOf(() => AlertDeliveryView, ALERT_LIMITS.ownChannels)
  deliveries!: AlertDeliveryView[];
}

/** `POST /api/alerts/browsers`: what a browser's own push service gave it (RFC 8030). */
export class PushBrowserBody {
  @Text({ min: 1, max: 1_000 })
  @Field({ description: 'Address at the push service, as the browser has it.' })
  endpoint!: string;

  @Text({ min: 1, max: 120, pattern: '^[A-Za-z0-9_-]+$' })
  @Field({ description: "The browser's public key (P-256), base64url." })
  p256dh!: string;

  @Text({ min: 1, max: 40, pattern: '^[A-Za-z0-9_-]+$' })
  @Field({ description: 'Its authentication secret, base64url.' })
  auth!: string;

  @Bool()
  @Field({ description: 'Notifications name the PC.' })
  names_pcs!: boolean;
}

/** A browser of the caller that is notified (ADR 0087). */
export class PushBrowserView {
  @Text({ max: 64 })
  id!: string;

  @Nullable()
  @Text({ max: USER_AGENT_LENGTH })
  user_agent!: string | null;

  @Bool()
  names_pcs!: boolean;

  @Text({ max: 40 })
  added_at!: string;

  /** The login of this request. */
  @Bool()
  current!: boolean;
}

/** `GET /api/alerts/browsers` */
export class PushBrowserList {
  @Text({ max: 120 })
  @Field({ description: "The server's public key (RFC 8292), base64url." })
  server_key!: string;

  @ListOf(() => PushBrowserView, ALERT_LIMITS.browsers)
  items!: PushBrowserView[];
}

/** `GET /api/alerts`: what the caller was told, newest first. */
export class AlertList {
  @ListOf(() => AlertView, ALERT_LIMITS.shown)
  items!: AlertView[];
}
