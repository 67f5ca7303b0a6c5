import { LOG_LEVELS, RUN_KINDS, TELEMETRY_INTERVAL_S } from '@kenny/contract';
import { IsNotEmpty, IsOptional } from 'class-validator';
import {
  AddressList,
  AgeRecipients,
  BucketAddress,
  FeedAddress,
  HostName,
  HostPatterns,
  OneWordOf,
  PostgresAddress,
  PriceList,
  PublicKey,
  RegionName,
  Secret,
  Seed,
  Switch,
  WebAddress,
  WholeNumber,
} from './env-rules.js';

/**
 * What the server reads from the environment, as text. Names, defaults and `_FILE` forms come from
 * `ENV` in the contract; a spec checks that both lists agree.
 */
export class EnvDto {
  @HostName()
  KENNY_HOST!: string;

  /** 0 asks the system for a free port. */
  @WholeNumber(0, 65_535)
  KENNY_PORT!: string;

  @IsNotEmpty({ message: 'KENNY_DATA_DIR must name a folder' })
  KENNY_DATA_DIR!: string;

  @IsOptional()
  @PostgresAddress()
  KENNY_DATABASE_URL?: string;

  @IsOptional()
  @WebAddress('no path')
  KENNY_PUBLIC_URL?: string;

  @IsOptional()
  KENNY_TLS_CERT?: string;

  @IsOptional()
  KENNY_TLS_KEY?: string;

  @IsOptional()
  KENNY_TLS_CA?: string;

  @IsOptional()
  @AddressList()
  KENNY_TRUST_PROXY?: string;

  @Switch()
  KENNY_INSECURE_HTTP!: string;

  @Switch()
  KENNY_DEMO!: string;

  @IsOptional()
  @Secret(32, '; make one with: openssl rand -hex 32')
  KENNY_OPERATOR_TOKEN?: string;

  @IsOptional()
  @Seed()
  KENNY_SERVER_PRIVATE_KEY?: string;

  @IsOptional()
  @PublicKey()
  KENNY_RELEASE_PUBKEY?: string;

  @Switch()
  KENNY_ALLOW_TOKEN_AUTH!: string;

  @WholeNumber(TELEMETRY_INTERVAL_S.min, TELEMETRY_INTERVAL_S.max, ' seconds')
  KENNY_TELEMETRY_INTERVAL_SECS!: string;

  @WholeNumber(1, 86_400, ' seconds')
  KENNY_APPROVAL_TTL_SECS!: string;

  @IsOptional()
  @IsNotEmpty({ message: 'KENNY_BACKUP_DIR must name a folder' })
  KENNY_BACKUP_DIR?: string;

  @IsOptional()
  @OneWordOf(['day', 'off'])
  KENNY_BACKUP_EVERY?: string;

  @OneWordOf(['on', 'off'])
  KENNY_BACKUP_BEFORE_UPGRADE!: string;

  @IsOptional()
  @AgeRecipients()
  KENNY_BACKUP_RECIPIENTS?: string;

  @IsOptional()
  @BucketAddress()
  KENNY_BACKUP_S3?: string;

  @RegionName()
  KENNY_BACKUP_S3_REGION!: string;

  @IsOptional()
  @Secret(3)
  KENNY_BACKUP_S3_KEY_ID?: string;

  @IsOptional()
  @Secret(8)
  KENNY_BACKUP_S3_SECRET?: string;

  @Switch()
  KENNY_BACKUP_S3_PLAIN!: string;

  @HostPatterns()
  KENNY_PUSH_HOSTS!: string;

  @IsOptional()
  @OneWordOf(RUN_KINDS)
  KENNY_RUNS_AS?: string;

  @IsOptional()
  @FeedAddress()
  KENNY_RELEASE_FEED?: string;

  @WholeNumber(1, 36_500, ' days')
  KENNY_RETENTION_DAYS!: string;

  @IsOptional()
  @Secret(8)
  ANTHROPIC_API_KEY?: string;

  @IsOptional()
  @WebAddress('path')
  ANTHROPIC_BASE_URL?: string;

  @IsNotEmpty({ message: 'KENNY_CHAT_MODEL must name a model' })
  KENNY_CHAT_MODEL!: string;

  @IsOptional()
  @PriceList()
  KENNY_MODEL_PRICES?: string;

  @IsOptional()
  KENNY_TASKS_AGENT_TYPES?: string;

  @WholeNumber(1, 64)
  KENNY_TASKS_MAX_CONCURRENT!: string;

  @WholeNumber(1, 3_600, ' seconds')
  KENNY_TASKS_RETRY_SECS!: string;

  @WholeNumber(10, 86_400, ' seconds')
  KENNY_TASKS_STALL_SECS!: string;

  @OneWordOf(['on', 'off'])
  KENNY_TASKS_SANDBOX!: string;

  @OneWordOf(LOG_LEVELS)
  KENNY_LOG_LEVEL!: string;
}
