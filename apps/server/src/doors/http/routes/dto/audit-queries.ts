import {
  AGENT_ID_PATTERN,
  AUDIT_EXPORT_FORMATS,
  AUDIT_KINDS,
  AUDIT_SEARCH,
  DOORS,
  LOG_LEVELS,
  OneOf,
  Optional,
  Text,
  type AuditExportFormat,
  type AuditKind,
  type Door,
  type LogLevel,
} from '@kenny/contract';
import { In } from '../../openapi/where.js';
import { CURSOR, ID, LIMIT, TIME, TOOL } from './words.js';

@In('query')
export class AuditFilterQuery {
  @Optional()
  @OneOf(AUDIT_KINDS)
  kind?: AuditKind;

  /** `true`: only changes, and what was asked for and decided; reads, logins and conversations are left out. */
  @Optional()
  @OneOf(['true'])
  changes?: 'true';

  @Optional()
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id?: string;

  @Optional()
  @Text(ID)
  actor_id?: string;

  @Optional()
  @Text(TOOL)
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
  @Text(ID)
  call_id?: string;

  @Optional()
  @Text(ID)
  approval_id?: string;

  /** Searched in names, arguments, codes and targets, and word by word in the sentence that the dashboard makes of a row; a page may be empty and not the last. */
  @Optional()
  @Text({ min: 1, max: AUDIT_SEARCH.characters })
  text?: string;

  /** Inclusive, as is `to`. */
  @Optional()
  @Text(TIME)
  from?: string;

  @Optional()
  @Text(TIME)
  to?: string;
}

@In('query')
export class AuditListQuery extends AuditFilterQuery {
  /** Beside the rows that match, the others of the same approvals. */
  @Optional()
  @OneOf(['true', 'false'])
  related?: 'true' | 'false';

  @Optional()
  @Text(LIMIT)
  limit?: string;

  @Optional()
  @Text(CURSOR)
  cursor?: string;
}

@In('query')
export class AuditExportQuery extends AuditFilterQuery {
  @Optional()
  @OneOf(AUDIT_EXPORT_FORMATS)
  format?: AuditExportFormat;

  /** Only rows after the one with this `seq`, to go on where an export was cut. */
  @Optional()
  @Text({ pattern: '^[0-9]{1,15}$', max: 15 })
  after?: string;

  /** Maximum number of rows; an export has a limit of its own as well. */
  @Optional()
  @Text({ pattern: '^[1-9][0-9]{0,6}$', max: 7 })
  limit?: string;
}

@In('query')
export class EventListQuery {
  @Optional()
  @OneOf(['agent', 'server'])
  source?: 'agent' | 'server';

  @Optional()
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id?: string;

  /** This level and worse. */
  @Optional()
  @OneOf(LOG_LEVELS)
  level?: LogLevel;

  @Optional()
  @Text({ pattern: '^[a-z][a-z0-9_.]{0,63}$', max: 64 })
  event?: string;

  /** Inclusive, as is `to`. */
  @Optional()
  @Text(TIME)
  from?: string;

  @Optional()
  @Text(TIME)
  to?: string;

  @Optional()
  @Text(LIMIT)
  limit?: string;

  @Optional()
  @Text(CURSOR)
  cursor?: string;
}
