import { AnyObject, Nullable, OneOf, Optional, Text } from '../define/decorators.js';
import { WS_ERROR_CODES, type WsErrorCode } from '../errors.js';

/** The envelope of seed 003: one JSON object per message, `{id, type, action, payload, timestamp}`. */

export class WsRequest {
  /** The client's own; the answer carries it. */
  @Text({ min: 1, max: 128 })
  id!: string;

  @OneOf(['request'])
  type!: 'request';

  @Text({ min: 1, max: 64 })
  action!: string;

  @AnyObject()
  payload!: Record<string, unknown>;

  @Optional()
  @Text({ max: 40 })
  timestamp?: string;
}

export class WsResponse {
  @Text({ min: 1, max: 128 })
  id!: string;

  @OneOf(['response'])
  type!: 'response';

  @Text({ min: 1, max: 64 })
  action!: string;

  @AnyObject()
  payload!: Record<string, unknown>;

  @Text({ max: 40 })
  timestamp!: string;
}

/** Pushed without a request: what a subscription brings. */
export class WsNotification {
  @Text({ min: 1, max: 128 })
  id!: string;

  @OneOf(['notification'])
  type!: 'notification';

  @Text({ min: 1, max: 64 })
  action!: string;

  @AnyObject()
  payload!: Record<string, unknown>;

  @Text({ max: 40 })
  timestamp!: string;
}

export class WsErrorPayload {
  @OneOf(WS_ERROR_CODES)
  code!: WsErrorCode;

  @Text({ max: 64_000 })
  message!: string;

  /** `code` is the one of the table of errors, `request_id` the one in the server's log. */
  @AnyObject()
  details!: { code: string; request_id: string; [key: string]: unknown };
}

/** The other answer to a request; `id` and `action` are null where they could not be read. */
export class WsError {
  @Nullable()
  @Text({ max: 128 })
  id!: string | null;

  @OneOf(['error'])
  type!: 'error';

  @Nullable()
  @Text({ max: 64 })
  action!: string | null;

  @AnyObject()
  payload!: WsErrorPayload;

  @Text({ max: 40 })
  timestamp!: string;
}
