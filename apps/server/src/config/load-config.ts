import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { LOG_LEVELS, SERVER_FILES } from '@kenny/contract';
import { validateSync } from 'class-validator';
import { StartupError } from '../kernel/index.js';
import type { AppConfig } from './app-config.js';
import { bucketPlace, type BackupBucket } from './backup-bucket.js';
import { addressList } from './env-rules.js';
import { EnvDto } from './env.dto.js';
import { KEPT_PROXY, readKeptAddress } from './kept-address.js';
import { bareHost, hostInUrl, isLoopback } from './loopback.js';
import { modelPrices } from './model-prices.js';
import { placesOf } from './places.js';
import { isPostgresAddress, plainPostgres } from './postgres-address.js';
import { readEnv, reasonOf, type Environment } from './read-env.js';
import { runsAs } from './runs-as.js';
import { tlsOf } from './tls-files.js';

/** Every problem of the configuration, one a line. */
export class ConfigError extends StartupError {
  constructor(readonly problems: readonly string[]) {
    super(['kenny cannot start with this configuration:', ...problems].join('\n  - '));
  }
}

/**
 * Turns the environment into the frozen configuration. Relative paths are taken from `cwd`.
 * Reads `*_FILE` contents and looks whether certificate files can be read; creates nothing.
 * @throws ConfigError with every problem at once.
 */
export function loadConfig(env: Environment, cwd: string): AppConfig {
  const problems: string[] = [];
  const dto = Object.assign(new EnvDto(), readEnv(env, cwd, problems));
  for (const { constraints } of validateSync(dto, { forbidUnknownValues: true })) {
    problems.push(...Object.values(constraints ?? {}));
  }
  const tls = tlsOf(dto, cwd, problems);
  const tlsCa = tlsCaOf(dto, cwd, problems);
  checkPlainText(dto, tls !== null, problems);
  checkDatabase(dto, problems);
  checkModelService(dto, problems);
  checkBucket(dto, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return deepFreeze(assemble(dto, { tls, tlsCa, places: placesOf(env) }, cwd, env));
}

function assemble(
  dto: EnvDto,
  { tls, tlsCa, places }: Pick<AppConfig, 'tls' | 'tlsCa' | 'places'>,
  cwd: string,
  env: Environment,
): AppConfig {
  const dataDir = resolve(cwd, dto.KENNY_DATA_DIR);
  const port = Number(dto.KENNY_PORT);
  const address = { kept: readKeptAddress(dataDir), given: givenAddress(dto) };
  const kept = address.given.length === 0 ? address.kept : null;
  return {
    host: dto.KENNY_HOST,
    port,
    dataDir,
    database: dto.KENNY_DATABASE_URL
      ? { type: 'postgres', url: dto.KENNY_DATABASE_URL }
      : { type: 'sqlite', file: join(dataDir, SERVER_FILES.database) },
    publicUrl: dto.KENNY_PUBLIC_URL
      ? new URL(dto.KENNY_PUBLIC_URL).origin
      : (kept ?? defaultPublicUrl(dto.KENNY_HOST, port, tls !== null)),
    address,
    tls,
    tlsCa,
    trustProxy: dto.KENNY_TRUST_PROXY ? addressList(dto.KENNY_TRUST_PROXY) : proxyOf(kept),
    insecureHttp: dto.KENNY_INSECURE_HTTP === '1',
    demo: dto.KENNY_DEMO === '1',
    operatorToken: dto.KENNY_OPERATOR_TOKEN ?? null,
    serverSeed: dto.KENNY_SERVER_PRIVATE_KEY
      ? Buffer.from(dto.KENNY_SERVER_PRIVATE_KEY, 'base64')
      : null,
    releaseKey: dto.KENNY_RELEASE_PUBKEY ? Buffer.from(dto.KENNY_RELEASE_PUBKEY, 'base64') : null,
    allowTokenAuth: dto.KENNY_ALLOW_TOKEN_AUTH === '1',
    telemetryIntervalSecs: Number(dto.KENNY_TELEMETRY_INTERVAL_SECS),
    approvalTtlSecs: Number(dto.KENNY_APPROVAL_TTL_SECS),
    backup: {
      dir: dto.KENNY_BACKUP_DIR
        ? resolve(cwd, dto.KENNY_BACKUP_DIR)
        : join(dataDir, SERVER_FILES.backups),
      daily: dto.KENNY_BACKUP_EVERY ? dto.KENNY_BACKUP_EVERY === 'day' : null,
      beforeUpgrade: dto.KENNY_BACKUP_BEFORE_UPGRADE === 'on',
      recipients: dto.KENNY_BACKUP_RECIPIENTS ? addressList(dto.KENNY_BACKUP_RECIPIENTS) : [],
      bucket: bucketOf(dto),
    },
    releaseFeed: dto.KENNY_RELEASE_FEED ?? null,
    runsAs: runsAs(dto.KENNY_RUNS_AS, env, dataDir),
    retentionDays: Number(dto.KENNY_RETENTION_DAYS),
    pushHosts: addressList(dto.KENNY_PUSH_HOSTS),
    anthropic: {
      apiKey: dto.ANTHROPIC_API_KEY ?? null,
      baseUrl: dto.ANTHROPIC_BASE_URL ?? null,
      model: dto.KENNY_CHAT_MODEL,
      prices: dto.KENNY_MODEL_PRICES ? modelPrices(dto.KENNY_MODEL_PRICES) : null,
    },
    tasks: {
      agentTypesFile: dto.KENNY_TASKS_AGENT_TYPES
        ? resolve(cwd, dto.KENNY_TASKS_AGENT_TYPES)
        : join(dataDir, SERVER_FILES.agentTypes),
      maxConcurrent: Number(dto.KENNY_TASKS_MAX_CONCURRENT),
      retrySecs: Number(dto.KENNY_TASKS_RETRY_SECS),
      stallSecs: Number(dto.KENNY_TASKS_STALL_SECS),
      sandbox: dto.KENNY_TASKS_SANDBOX === 'on',
    },
    places,
    logLevel: LOG_LEVELS.find((level) => level === dto.KENNY_LOG_LEVEL) ?? 'info',
  };
}

function tlsCaOf({ KENNY_TLS_CA: name }: EnvDto, cwd: string, problems: string[]): string | null {
  if (!name) return null;
  const file = resolve(cwd, name);
  try {
    const pem = readFileSync(file, 'utf8');
    // A file that is no certificate would lock out every PC that is installed with it.
    return new X509Certificate(pem).raw.length > 0 ? pem : null;
  } catch (error) {
    problems.push(`KENNY_TLS_CA: ${file} is not a certificate in PEM format: ${reasonOf(error)}`);
    return null;
  }
}

/** Plain text beyond this machine must be asked for (design §3). */
function checkPlainText(dto: EnvDto, hasTls: boolean, problems: string[]): void {
  if (hasTls || dto.KENNY_INSECURE_HTTP === '1' || dto.KENNY_TRUST_PROXY) return;
  if (isLoopback(dto.KENNY_HOST)) return;
  problems.push(
    `KENNY_HOST ${dto.KENNY_HOST} is reachable from other machines and there is no TLS: set ` +
      'KENNY_TLS_CERT and KENNY_TLS_KEY, or KENNY_TRUST_PROXY to the address of the proxy that ' +
      'speaks TLS, or KENNY_INSECURE_HTTP=1 to accept plain text',
  );
}

function checkDatabase({ KENNY_DATABASE_URL: address }: EnvDto, problems: string[]): void {
  const plain = address && isPostgresAddress(address) ? plainPostgres(address) : null;
  if (plain) problems.push(`KENNY_DATABASE_URL ${plain}`);
}

/** The key and all that is said go there. */
function checkModelService({ ANTHROPIC_BASE_URL: address }: EnvDto, problems: string[]): void {
  if (!address || !URL.canParse(address)) return;
  const { protocol, hostname: host } = new URL(address);
  if (protocol !== 'http:' || isLoopback(bareHost(host))) return;
  problems.push(
    `ANTHROPIC_BASE_URL ${address} would send the key in plain text: use https://, or an address ` +
      'of this machine',
  );
}

/** A backup holds the server's private key: it leaves the machine sealed, or because somebody said so. */
function checkBucket(dto: EnvDto, problems: string[]): void {
  if (!dto.KENNY_BACKUP_S3) return;
  if (!dto.KENNY_BACKUP_S3_KEY_ID || !dto.KENNY_BACKUP_S3_SECRET) {
    problems.push('KENNY_BACKUP_S3 needs KENNY_BACKUP_S3_KEY_ID and KENNY_BACKUP_S3_SECRET');
  }
  if (dto.KENNY_BACKUP_RECIPIENTS || dto.KENNY_BACKUP_S3_PLAIN === '1') return;
  problems.push(
    'KENNY_BACKUP_S3 would send backups that are not encrypted, with the keys of this server in ' +
      'them: set KENNY_BACKUP_RECIPIENTS, or KENNY_BACKUP_S3_PLAIN=1 if whoever keeps the bucket ' +
      'may read them',
  );
}

function bucketOf(dto: EnvDto): BackupBucket | null {
  const place = dto.KENNY_BACKUP_S3 ? bucketPlace(dto.KENNY_BACKUP_S3) : null;
  if (!place) return null;
  return {
    ...place,
    region: dto.KENNY_BACKUP_S3_REGION,
    keyId: dto.KENNY_BACKUP_S3_KEY_ID ?? '',
    secret: dto.KENNY_BACKUP_S3_SECRET ?? '',
    plain: dto.KENNY_BACKUP_S3_PLAIN === '1',
  };
}

/** What says where the server is, or lets it listen where Tailscale would not find it. */
function givenAddress(dto: EnvDto): string[] {
  const names = [
    'KENNY_PUBLIC_URL',
    'KENNY_TRUST_PROXY',
    'KENNY_TLS_CERT',
    'KENNY_TLS_KEY',
  ] as const;
  const elsewhere = ![KEPT_PROXY, ...EVERYWHERE].includes(dto.KENNY_HOST);
  return [...names.filter((name) => dto[name]), ...(elsewhere ? ['KENNY_HOST'] : [])];
}

const proxyOf = (kept: string | null): string[] => (kept === null ? [] : [KEPT_PROXY]);

const EVERYWHERE = ['0.0.0.0', '::'];

/** A wildcard address is no place to dial: this machine's own name stands in for it. */
function defaultPublicUrl(host: string, port: number, hasTls: boolean): string {
  const name = EVERYWHERE.includes(host) ? hostname() : hostInUrl(host);
  return new URL(`${hasTls ? 'https' : 'http'}://${name}:${port}`).origin;
}

function deepFreeze(config: AppConfig): AppConfig {
  const freeze = (value: unknown): void => {
    // A buffer's bytes cannot be frozen; nobody has a reason to write into the seed.
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  };
  freeze(config);
  return config;
}
