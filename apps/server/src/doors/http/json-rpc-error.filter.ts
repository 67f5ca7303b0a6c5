import type { ErrorCode } from '@kenny/contract';
import { Catch } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { KennyError } from '../../errors/index.js';
import { errorBody, errorHeaders } from './error-body.js';
import { ErrorFilter } from './error.filter.js';
import { stateOf } from './request-state.js';

/** Codes of JSON-RPC and of the SDK's own HTTP answers; the rest is `-32000`. */
const RPC_CODES: Partial<Record<ErrorCode, number>> = {
  bad_args: -32700,
  not_found: -32001,
  internal: -32603,
};
const SERVER_ERROR = -32000;

/** What is refused before MCP itself: the same HTTP status and words, as JSON-RPC without an id. */
@Catch()
export class JsonRpcErrorFilter extends ErrorFilter {
  protected override send(error: KennyError, request: Request, response: Response): void {
    const { request_id, challenge } = stateOf(request);
    const { message, ...data } = errorBody(error, request_id).error;
    const code = RPC_CODES[error.code] ?? SERVER_ERROR;
    response
      .status(error.httpStatus)
      .set(errorHeaders(error, challenge))
      .json({ jsonrpc: '2.0', id: null, error: { code, message, data } });
  }
}
