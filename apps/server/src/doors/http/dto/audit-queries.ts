import {
  AGENT_ID_PATTERN,
  AUDIT_KINDS,
  DOORS,
  OneOf,
  Optional,
  Text,
  type AuditKind,
  type Door,
} from '@kenny/contract';

const ID = '^[A-Za-z0-9_.:@-]{1,128}$';
const TIME = '^[0-9T:.Z+-]{4,40}$';

export class AuditFilterQuery {
  @Optional()
  @OneOf(AUDIT_KINDS)
  kind?: AuditKind;

  @Optional()
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id?: string;

  @Optional()
  @Text({ pattern: ID, max: 128 })
  actor_id?: string;

  @Optional()
  @Text({ pattern: '^[a-z][a-z0-9_]{0,63}$', max: 64 })
  tool?: string;

  @Optional()
  @OneOf(DOORS)
  door?: Door;

  @Optional()
  @OneOf(['true', 'false'])
  ok?: 'true' | 'false';

  @Optional()
  @Text({ pattern: '^[a-z_]{1,64}$', max: 64 })
  code?: string;

  @Optional()
  @Text({ pattern: ID, max: 128 })
  call_id?: string;

  @Optional()
  @Text({ pattern: ID, max: 128 })
  approval_id?: string;

  /** ISO 8601, inclusive. */
  @Optional()
  @Text({ pattern: TIME, max: 40 })
  from?: string;

  @Optional()
  @Text({ pattern: TIME, max: 40 })
  to?: string;
}

export class AuditListQuery extends AuditFilterQuery {
  @Optional()
  @Text({ pattern: '^[0-9]{1,4}$', max: 4 })
  limit?: string;

  @Optional()
  @Text({ max: 40 })
  cursor?: string;
}

export class AuditExportQuery extends AuditFilterQuery {
  @Optional()
  @OneOf(['jsonl', 'csv'])
  format?: 'jsonl' | 'csv';
}
