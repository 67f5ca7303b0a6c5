/** Words of alerts. Nothing here is a class: browsers and the command line import it too. */

/** Who is told of it: whoever may see the PC, whoever also may decide, or admins of all PCs. */
export type AlertAudience = 'seer' | 'decider' | 'admin';

interface AlertKindWords {
  /** Two or three words. */
  readonly label: string;
  /** What it means and what to do, for whoever gets it. */
  readonly help: string;
  readonly for: AlertAudience;
}

/** When a request is over (ADR 0107): said where people hear of it and where they set quiet hours. */
export const REQUEST_EXPIRY_WORDS =
  'A request usually expires after an hour. While everybody who is alerted of it has quiet hours, that hour does not start.';

/** Everything that somebody can be told of; another kind is another row. */
export const ALERT_KINDS = {
  health: {
    label: 'Health gets worse',
    help: 'A check of the PC got worse and stayed that way. The PC’s page says what to do.',
    for: 'seer',
  },
  pc_away: {
    label: 'PC offline or back',
    help: 'The PC has not connected for a long time, or is back. If it should be on, ask whoever uses it.',
    for: 'seer',
  },
  approval_waiting: {
    label: 'Approval waiting',
    help: `Nothing happens on the PC until somebody approves. ${REQUEST_EXPIRY_WORDS}`,
    for: 'decider',
  },
  guard_hit: {
    label: 'Blocked by the safety check',
    help: 'A request was blocked because it looked dangerous. Nothing ran. Check who asked for it.',
    for: 'seer',
  },
  login_failed: {
    label: 'Failed logins',
    help: 'Somebody tried wrong tokens. If it was none of your people, check who can reach the server.',
    for: 'admin',
  },
  agent_identity: {
    label: 'PC copied or reinstalled',
    help: 'kenny was installed again there, or two machines claim to be this PC. Not you? Remove the PC.',
    for: 'admin',
  },
  audit_log: {
    label: 'Audit log has gaps',
    help: 'The list of who did what is late, incomplete or was changed. Its page says more.',
    for: 'admin',
  },
  disk_forecast: {
    label: 'Disk filling up',
    help: 'At this rate, a disk of the PC will be full soon. Make room before then.',
    for: 'seer',
  },
  update_failed: {
    label: 'Update rolled back',
    help: 'kenny on the PC went back to its old version after an update, and works with that.',
    for: 'admin',
  },
  backup: {
    label: 'Backup failed or old',
    help: 'kenny could not back itself up or send a backup elsewhere, or has none of the last two days. Settings, Backups says why.',
    for: 'admin',
  },
  server_disk: {
    label: 'Server disk full',
    help: 'The server’s disk is almost full. Without room, nothing can be recorded or changed.',
    for: 'admin',
  },
} as const satisfies Record<string, AlertKindWords>;
export type AlertKind = keyof typeof ALERT_KINDS;
export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as AlertKind[];

export const ALERT_SEVERITIES = ['warn', 'crit'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

interface AlertChannelWords {
  readonly label: string;
  /** Where the server sends: an address of the admin's, the maker's own, or a mail server. */
  readonly at: 'url' | 'fixed' | 'smtp';
  /** What is stored and never shown again. */
  readonly secret: { readonly label: string; readonly needed: boolean };
  /** Each person's own; without, the channel has one place for everybody. */
  readonly address?: { readonly label: string; readonly pattern: string; readonly example: string };
}

/** Ways to reach a person. */
export const ALERT_CHANNELS = {
  mail: {
    label: 'Mail',
    at: 'smtp',
    secret: { label: 'Password', needed: false },
    address: {
      label: 'Mail address',
      pattern: '^[A-Za-z0-9._%+=-]{1,64}@[A-Za-z0-9.-]{1,190}$',
      example: 'anna@example.org',
    },
  },
  ntfy: {
    label: 'ntfy',
    at: 'url',
    secret: { label: 'Access token', needed: false },
    address: { label: 'Topic', pattern: '^[-_A-Za-z0-9]{1,64}$', example: 'kenny-anna-x7f3' },
  },
  gotify: { label: 'Gotify', at: 'url', secret: { label: 'App token', needed: true } },
  telegram: {
    label: 'Telegram',
    at: 'fixed',
    secret: { label: 'Bot token', needed: true },
    address: {
      label: 'Chat ID',
      pattern: '^(-?[0-9]{1,20}|@[A-Za-z0-9_]{3,64})$',
      example: '12345',
    },
  },
  slack: { label: 'Slack', at: 'fixed', secret: { label: 'Webhook address', needed: true } },
  discord: { label: 'Discord', at: 'fixed', secret: { label: 'Webhook address', needed: true } },
  matrix: {
    label: 'Matrix',
    at: 'url',
    secret: { label: 'Access token', needed: true },
    address: {
      label: 'Room ID',
      pattern: '^![A-Za-z0-9._~+/=-]{1,128}(:[A-Za-z0-9.-]{1,128}(:[0-9]{1,5})?)?$',
      example: '!abc:example.org',
    },
  },
  webhook: { label: 'Webhook', at: 'url', secret: { label: 'Signing secret', needed: true } },
  heartbeat: { label: 'Heartbeat', at: 'fixed', secret: { label: 'Ping address', needed: true } },
} as const satisfies Record<string, AlertChannelWords>;
export type AlertChannelKind = keyof typeof ALERT_CHANNELS;
export const ALERT_CHANNEL_KINDS = Object.keys(ALERT_CHANNELS) as AlertChannelKind[];

/** What a channel asks each person for; undefined where it has one place for everybody. */
export function alertAddress(kind: AlertChannelKind): AlertChannelWords['address'] {
  const words: AlertChannelWords = ALERT_CHANNELS[kind];
  return words.address;
}

/** A heartbeat tells nobody anything: no person chooses it. */
export const isForPeople = (kind: AlertChannelKind): boolean => kind !== 'heartbeat';

export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** After how many hours without contact a PC counts as away too long. */
export const AWAY_HOURS = [1, 24, 72, 168] as const;
export type AwayHours = (typeof AWAY_HOURS)[number];

/** A disk that is full within so many days at its rate is told of. */
export const DISK_SOON_DAYS = 14;

export const ALERT_DELIVERY_STATES = ['waiting', 'sent', 'failed', 'in_digest'] as const;
export type AlertDeliveryState = (typeof ALERT_DELIVERY_STATES)[number];

export const TIME_OF_DAY_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

/** When the mail of the week can come. */
export const WEEK_DAYS = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday'] as const),
  ...(['friday', 'saturday', 'sunday'] as const),
] as const;
export type WeekDay = (typeof WEEK_DAYS)[number];

export const ALERT_LIMITS = {
  channels: 20,
  ownChannels: 10,
  shown: 100,
  agents: 500,
  tags: 50,
  secret: 2_000,
  allowedAddresses: 10,
  /** Browsers of one person that are notified. */
  browsers: 10,
} as const;

/** The way to browsers that asked for it: there without an admin, each browser one address. */
export const PUSH_CHANNEL = { id: 'push', name: 'Notification' } as const;

/** Files of the dashboard whose name always means the same bytes. */
export const HASHED_FILE = /-[A-Za-z0-9]{8}\.(?:js|css)$/;
/** The dashboard's service worker. */
export const WORKER_FILE = '/service-worker.js';
/** The key under which it tells an open page where a tap leads. */
export const WORKER_OPENS = 'kenny.open';
/** The policy of trusted types under which the page registers it. */
export const WORKER_POLICY = 'kenny#worker';

/** What a notification is about beside an alert of a kind. */
export const PUSH_WORDS = {
  decided: 'No longer waits for approval',
  digest: 'Several alerts',
  test: 'Notifications reach you here',
} as const;

/** What goes through a push service, encrypted: no argument, no text of others but a PC's name. */
export interface PushNote {
  readonly kind: AlertKind | keyof typeof PUSH_WORDS;
  /** Of the approval, where it is about one: a later note replaces an earlier one. */
  readonly id: string;
  readonly risk: 'low' | 'medium' | 'high' | null;
  /** Approvals that wait for this person. */
  readonly count: number;
  /** Only where the person chose to have it shown. */
  readonly pc?: string;
}

/** What a webhook carries beside its body. */
export const ALERT_HEADERS = {
  /** The same at every attempt: whoever has seen it has seen the alert. */
  id: 'idempotency-key',
  /** Seconds since the epoch; part of what is signed. */
  time: 'kenny-time',
  /** `v1=` and the HMAC-SHA256, in hex, of time, a dot, and the body. */
  signature: 'kenny-signature',
} as const;

/** Whether somebody has chosen to hear of a PC: of all, while they have chosen none and no tag. */
export function isPicked(
  chosen: { readonly agents: readonly string[]; readonly tags: readonly string[] },
  agentId: string,
  tags: readonly string[],
): boolean {
  if (chosen.agents.length + chosen.tags.length === 0) return true;
  return chosen.agents.includes(agentId) || chosen.tags.some((tag) => tags.includes(tag));
}
