import {
  AnyObject,
  Nullable,
  ListOf,
  Nested,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../define/decorators.js';
import { AGENT_ID_PATTERN } from '../constants.js';
import { ERROR_CODES, type ErrorCode } from '../errors.js';
import { ApprovalView } from './approval.js';
import { CALL_REASON_LENGTH, EXPIRES_IN_S } from './vocabulary.js';

/** Requests and answers of `/api/tools` and `/api/approvals` (design §4.1). */

/** `POST /api/tools/{tool}`: a read answers with its result, a change with an approval. */
export class CallToolBody {
  @Optional()
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id?: string;

  @AnyObject()
  args!: Record<string, unknown>;

  /** For whoever decides. */
  @Optional()
  @Text({ max: CALL_REASON_LENGTH })
  reason?: string;

  /** How long it may wait for a decision, in seconds; default: the server's own. */
  @Optional()
  @Whole({ min: EXPIRES_IN_S.least, max: EXPIRES_IN_S.most })
  expires_in_s?: number;
}

/** 200 */
export class ToolResultView {
  @Text({ max: 64 })
  call_id!: string;

  @AnyObject()
  result!: Record<string, unknown>;
}

/** 202, and the answer of every decision. */
export class ApprovalAnswer {
  @Nested(() => ApprovalView)
  approval!: ApprovalView;
}

export class ApprovalList {
  @ListOf(() => ApprovalView)
  items!: ApprovalView[];

  @Nullable()
  @Text({ max: 200 })
  next_cursor!: string | null;
}

/** `POST /api/approvals/{id}` */
export class DecideBody {
  @OneOf(['approve', 'deny', 'cancel'])
  decision!: 'approve' | 'deny' | 'cancel';

  /** Hash of the call as it was shown: another call is never approved by mistake. */
  @Text({ pattern: '^[0-9a-f]{64}$', max: 64 })
  call_sha256!: string;

  @Optional()
  @Text({ max: CALL_REASON_LENGTH })
  reason?: string;
}

export class ErrorDetail {
  @OneOf(ERROR_CODES)
  code!: ErrorCode;

  @Text({ max: 64_000 })
  message!: string;

  @Optional()
  @AnyObject()
  details?: Record<string, unknown>;

  @Text({ max: 64 })
  request_id!: string;
}

/** Every error of every route. */
export class ErrorBody {
  @Nested(() => ErrorDetail)
  error!: ErrorDetail;
}
