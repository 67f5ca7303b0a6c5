import { TELEMETRY_INTERVAL_S } from './constants.js';

/**
 * Every environment variable kenny reads, once. An unknown `KENNY_*` stops the start (design §9).
 * `file: true` also accepts `<NAME>_FILE`, a path whose content is the value.
 */
export interface EnvVariable {
  readers: readonly ('server' | 'agent' | 'cli')[];
  meaning: string;
  default?: string;
  file?: boolean;
}

const variable = (
  readers: EnvVariable['readers'],
  meaning: string,
  rest: Pick<EnvVariable, 'default' | 'file'> = {},
): EnvVariable => ({ readers, meaning, ...rest });

export const ENV = {
  KENNY_HOST: variable(['server'], 'address to listen on', { default: '127.0.0.1' }),
  KENNY_PORT: variable(['server'], 'port to listen on', { default: '8000' }),
  KENNY_DATA_DIR: variable(['server'], 'database, keys, blobs; mode 0700', { default: './.kenny' }),
  KENNY_DATABASE_URL: variable(
    ['server'],
    'postgres://…; without it an SQLite file in the data folder',
    { file: true },
  ),
  KENNY_PUBLIC_URL: variable(['server'], 'base of links and of the address agents are given'),
  KENNY_TLS_CERT: variable(['server'], 'PEM file; with KENNY_TLS_KEY the server speaks TLS itself'),
  KENNY_TLS_KEY: variable(['server'], 'PEM file of the key'),
  KENNY_TRUST_PROXY: variable(
    ['server'],
    'addresses whose forwarded headers count, comma separated',
  ),
  KENNY_INSECURE_HTTP: variable(['server'], '1 allows plain text beyond loopback', {
    default: '0',
  }),
  KENNY_DEMO: variable(['server'], '1 says on every page that this server is a demo', {
    default: '0',
  }),
  KENNY_RUNS_AS: variable(
    ['server'],
    'npm-start, service or container: how kenny is started, for the steps to update and restore it; without it kenny looks for signs of a container or of systemd, else the page asks',
  ),
  KENNY_OPERATOR_TOKEN: variable(
    ['server'],
    'first admin token; made without it, and shown once or left in a private file',
    { file: true },
  ),
  KENNY_SERVER_PRIVATE_KEY: variable(
    ['server'],
    'base64 of the 32-byte Ed25519 seed; made without it',
    { file: true },
  ),
  KENNY_RELEASE_PUBKEY: variable(
    ['server'],
    'base64 of the public release key; with it only releases signed by it are published',
  ),
  KENNY_ALLOW_TOKEN_AUTH: variable(['server'], '1 accepts legacy bearer tokens in register', {
    default: '0',
  }),
  KENNY_TELEMETRY_INTERVAL_SECS: variable(
    ['server', 'agent'],
    'seconds between snapshots; the server gives its own to new agents',
    {
      default: String(TELEMETRY_INTERVAL_S.default),
    },
  ),
  KENNY_APPROVAL_TTL_SECS: variable(['server'], 'seconds to decide on an approval', {
    default: '3600',
  }),
  KENNY_BACKUP_DIR: variable(
    ['server'],
    'folder for backups; without it `backups` in the data folder',
  ),
  KENNY_BACKUP_EVERY: variable(
    ['server'],
    '`day` or `off`: backups that kenny makes by itself; without it Settings → Backups says, at first each day',
  ),
  KENNY_BACKUP_BEFORE_UPGRADE: variable(
    ['server'],
    '`on` or `off`: a backup before a new version changes the database',
    { default: 'on' },
  ),
  KENNY_BACKUP_RECIPIENTS: variable(
    ['server'],
    'public keys of age (age1…), comma separated: backups are encrypted to them',
  ),
  KENNY_BACKUP_S3: variable(
    ['server'],
    'https://host/bucket or https://host/bucket/prefix: each backup is sent to this S3 bucket as well',
  ),
  KENNY_BACKUP_S3_REGION: variable(['server'], 'region of that bucket, as its provider names it', {
    default: 'us-east-1',
  }),
  KENNY_BACKUP_S3_KEY_ID: variable(['server'], 'id of the key to that bucket', { file: true }),
  KENNY_BACKUP_S3_SECRET: variable(['server'], 'secret of the key to that bucket', { file: true }),
  KENNY_BACKUP_S3_PLAIN: variable(
    ['server'],
    '1 sends backups that are not encrypted; without it they need KENNY_BACKUP_RECIPIENTS',
    { default: '0' },
  ),
  KENNY_PUSH_HOSTS: variable(
    ['server'],
    'push services of browsers that notifications may go to, comma separated; `*.` for all below a name',
    {
      default:
        'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,' +
        '*.notify.windows.com,web.push.apple.com',
    },
  ),
  KENNY_RELEASE_FEED: variable(
    ['server'],
    'https address of a JSON document that names the newest version, read once a day; without it an admin may set one in the dashboard',
  ),
  KENNY_RETENTION_DAYS: variable(['server'], 'days telemetry and logs are kept; audit stays', {
    default: '30',
  }),
  ANTHROPIC_API_KEY: variable(['server'], 'key of the chat; without it chat says so', {
    file: true,
  }),
  ANTHROPIC_BASE_URL: variable(['server'], 'address of the model service'),
  KENNY_CHAT_MODEL: variable(['server'], 'model of the chat', { default: 'claude-sonnet-4-6' }),
  KENNY_MODEL_PRICES: variable(
    ['server'],
    'what a million tokens cost: `EUR, model=input/output/cache read/cache write, …`; without it the chat shows no cost',
  ),
  KENNY_TASKS_AGENT_TYPES: variable(
    ['server'],
    'file of the external agents that may run here; without it agent-types.json in the data folder',
  ),
  KENNY_TASKS_MAX_CONCURRENT: variable(['server'], 'external agents at work at the same time', {
    default: '3',
  }),
  KENNY_TASKS_RETRY_SECS: variable(
    ['server'],
    'seconds until an agent that failed is started again; doubled each time',
    { default: '30' },
  ),
  KENNY_TASKS_STALL_SECS: variable(
    ['server'],
    'seconds of silence after which an agent at work counts as stalled',
    { default: '600' },
  ),
  KENNY_TASKS_SANDBOX: variable(
    ['server'],
    'on or off: off runs agents that are not in a container with all rights of the server',
    { default: 'on' },
  ),
  KENNY_LOG_LEVEL: variable(['server', 'agent'], 'error, warn, info, debug or trace', {
    default: 'info',
  }),
  KENNY_SERVER: variable(['agent'], 'https://host[:port] or the full wss://…/agent/ws'),
  KENNY_AGENT_ID: variable(['agent'], "this PC's id"),
  KENNY_SERVER_PUBKEY: variable(['agent'], 'base64 of the pinned server key'),
  KENNY_ENROLL_TOKEN: variable(['agent'], 'one-time enrolment token', { file: true }),
  KENNY_AGENT_KEY_FILE: variable(['agent'], "file of the agent's private key"),
  KENNY_CONTROL_FILE: variable(['agent'], 'file of the kill switch'),
  KENNY_LOG_FORWARD_LEVEL: variable(['agent'], 'events at or above it are sent to the server', {
    default: 'info',
  }),
  KENNY_UPDATE_CONFIRM_SECS: variable(
    ['agent'],
    'seconds in which a new version has to reach the server, or the old one comes back',
    { default: '300' },
  ),
  KENNY_URL: variable(['cli'], 'address of the server', { default: 'http://127.0.0.1:8000' }),
  KENNY_TOKEN: variable(['cli'], 'bearer token of the command line', { file: true }),
  KENNY_TLS_CA: variable(
    ['server', 'agent', 'cli'],
    'PEM file of an extra certificate authority; the server hands it to new PCs',
  ),
} as const satisfies Record<string, EnvVariable>;

export type EnvName = keyof typeof ENV;

/** A variable as the key of the agent's configuration file: `KENNY_AGENT_ID` → `agent_id`. */
export function fileKeyOf(name: string): string {
  return name.slice('KENNY_'.length).toLowerCase();
}

/** The command-line flag of a variable (design §9): KENNY_AGENT_ID → `--agent-id`. */
export function flagOf(name: string): string {
  return `--${fileKeyOf(name).replaceAll('_', '-')}`;
}

/** Names (and `_FILE` forms) that are set, start with KENNY_ and are not in the list. */
export function unknownEnvNames(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set<string>();
  for (const [name, { file }] of Object.entries<EnvVariable>(ENV)) {
    known.add(name);
    if (file) known.add(`${name}_FILE`);
  }
  return Object.keys(env)
    .filter((name) => name.startsWith('KENNY_') && !known.has(name))
    .sort();
}
