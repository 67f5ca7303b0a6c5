import { AGENT_ID_PATTERN, OneOf, OPERATING_SYSTEMS, Text, type Os } from '@kenny/contract';
import { In } from '../../openapi/where.js';
import { CODE, FILE, ID, METRIC, NONCE, RELEASE, SECTION, TOOL } from './words.js';

@In('path')
export class AgentParam {
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  id!: string;
}

@In('path')
export class SnoozeParam {
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  id!: string;

  @Text(SECTION)
  section!: string;
}

@In('path')
export class LimitParam {
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  id!: string;

  @Text(SECTION)
  section!: string;

  @Text(METRIC)
  field!: string;
}

@In('path')
export class TagLimitParam {
  @Text(SECTION)
  section!: string;

  @Text(METRIC)
  field!: string;
}

@In('path')
export class NonceParam {
  @Text(NONCE)
  nonce!: string;
}

@In('path')
export class CodeParam {
  @Text(CODE)
  code!: string;
}

@In('path')
export class IdParam {
  @Text(ID)
  id!: string;
}

@In('path')
export class OsParam {
  @OneOf(OPERATING_SYSTEMS)
  os!: Os;
}

@In('path')
export class ReleaseParam {
  @Text(RELEASE)
  name!: string;
}

@In('path')
export class BackupParam {
  @Text(FILE)
  name!: string;
}

@In('path')
export class TicketParam {
  @Text(FILE)
  ticket!: string;
}

/** A release, or its manifest. */
@In('path')
export class ReleaseFileParam {
  @Text(RELEASE)
  file!: string;
}

@In('path')
export class ToolParam {
  @Text(TOOL)
  tool!: string;
}

@In('path')
export class PermissionParam {
  @Text(ID)
  id!: string;

  @Text(ID)
  pending_id!: string;
}

@In('path')
export class ColumnParam {
  @Text(ID)
  id!: string;

  @Text(ID)
  column_id!: string;
}
