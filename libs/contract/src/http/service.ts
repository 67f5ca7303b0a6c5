import {
  AnyObject,
  Bool,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';

/** Answers of `/healthz`, `/readyz`, `/api/docs` and the well-known places (design §4.1). */

export class LivenessView {
  @OneOf(['ok'])
  status!: 'ok';
}

/** How well the record is kept; anything but zeros and null wants a person's eye. */
export class AuditKeeping {
  /** Rows that wait in memory for the database. */
  @Whole({ min: 0 })
  waiting!: number;

  /** Rows that wait in the spool file because the database did not take them. */
  @Whole({ min: 0 })
  spooled!: number;

  /** Rows that neither took. */
  @Whole({ min: 0 })
  lost!: number;

  /** Why the last checkpoint could not be written. */
  @Nullable()
  @Text({ max: 4096 })
  checkpoint_trouble!: string | null;
}

/** 200 when `ready`, else 503. */
export class ReadinessView {
  @Bool()
  ready!: boolean;

  /** It answers; its migrations ran at start. */
  @OneOf(['ok', 'failed'])
  database!: 'ok' | 'failed';

  @Nested(() => AuditKeeping)
  audit!: AuditKeeping;
}

export class ApiTag {
  @Text({ max: 64 })
  name!: string;
}

/** An OpenAPI 3.1 document. */
export class ApiDescription {
  @Text({ max: 16 })
  openapi!: string;

  @AnyObject()
  info!: Record<string, unknown>;

  @ListOf(() => ApiTag)
  tags!: ApiTag[];

  @AnyObject()
  paths!: Record<string, unknown>;

  @AnyObject()
  components!: Record<string, unknown>;
}

/** What a client learns about `/mcp` before it has a token (RFC 9728). */
export class ProtectedResource {
  @Text({ max: 2000 })
  resource!: string;

  @Text({ max: 64 })
  resource_name!: string;

  @TextList({ max: 10, length: 64 })
  scopes_supported!: string[];

  @TextList({ max: 3, length: 16 })
  bearer_methods_supported!: string[];
}
