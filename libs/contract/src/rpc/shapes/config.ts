import {
  AnyJson,
  AnyObject,
  Bool,
  ListOf,
  Nullable,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../../define/decorators.js';
import { MODEL_KEY } from '../../http/vocabulary.js';

/** Settings, the model's key, statistics. */

export class RpcReadConfig {
  /** false is refused: secrets are never read back. */
  @Nullable()
  @Bool()
  redacted?: boolean | null;
}

export class RpcUpdateConfig {
  /** An object; each key is judged by itself. */
  @AnyJson()
  values?: unknown;
}

export class RpcConfig {
  /** null: there is no file. */
  @Nullable()
  @Text()
  path!: string | null;

  @AnyObject()
  config!: Record<string, unknown>;
}

/** Whether anything could talk to a model, in the words of older clients. */
export class RpcAuthStatus {
  @Bool()
  anthropic!: boolean;

  @Bool()
  openaiOAuth!: boolean;

  @Bool()
  openaiAccessToken!: boolean;

  @Bool()
  openrouterApiKey!: boolean;
}

export class RpcAuthProvider {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: 64 })
  name!: string;

  @OneOf(['api_key'])
  authType!: 'api_key';

  @Bool()
  configured!: boolean;

  @Optional()
  @OneOf(['environment', 'stored'])
  source?: 'environment' | 'stored';

  @Text({ max: 200 })
  label!: string;

  @Bool()
  canLogout!: boolean;

  @Bool()
  supported!: boolean;

  @Optional()
  @Text({ max: 200 })
  reason?: string;
}

export class RpcAuthProviders {
  @ListOf(() => RpcAuthProvider, 10)
  providers!: RpcAuthProvider[];
}

export class RpcLoginWithApiKey {
  @Text({ min: 1, max: 64 })
  providerId!: string;

  @Text({ min: 1, max: MODEL_KEY.max })
  apiKey!: string;
}

export class RpcLogoutProvider {
  @Text({ min: 1, max: 64 })
  providerId!: string;
}

export class RpcAuthChanged {
  @Text({ max: 64 })
  providerId!: string;

  @Text({ max: 200 })
  message!: string;
}

export class RpcLoggingStatsParams {
  /** As `2 days`; default: `1 week`. */
  @Nullable()
  @Text({ max: 64 })
  range?: string | null;
}

export class RpcLoggingStats {
  @AnyObject()
  range!: Record<string, unknown>;

  /** null: nothing is in files. */
  @Nullable()
  @Text()
  logDir!: string | null;

  @TextList({ max: 10, length: 64 })
  enabledCategories!: string[];

  @Whole({ min: 0 })
  recordCount!: number;

  @AnyObject()
  recordsByCategory!: Record<string, number>;

  @AnyObject()
  recordsByEvent!: Record<string, number>;

  @AnyObject()
  usageStats!: Record<string, unknown>;

  @AnyObject()
  performance!: Record<string, unknown>;

  @AnyObject()
  tools!: Record<string, unknown>;

  @AnyObject()
  errors!: Record<string, unknown>;
}

export class RpcTokenCsvParams extends RpcLoggingStatsParams {
  @Nullable()
  @OneOf(['second', 'minute', 'hour', 'day', 'week', 'month', 'year'])
  bucket?: string | null;
}

export class RpcTokenCsv {
  @Text({ max: 8_000_000 })
  csv!: string;
}
