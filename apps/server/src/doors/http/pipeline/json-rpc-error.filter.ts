import type { ErrorCode } from '@kenny/contract';
import { Catch } from '@nestjs/common';
import type { KennyError } from '../../../kernel/index.js';
import { errorBody } from '../../admission/error-body.js';
import { ErrorFilter } from './error.filter.js';

/** Codes of JSON-RPC and of the SDK's HTTP answers; all others are `-32000`. */
const RPC_CODES: Partial<Record<ErrorCode, number>> = {
  bad_args: -32700,
  not_found: -32001,
  internal: -32603,
};
const SERVER_ERROR = -32000;

/** Refusals before a request reaches MCP: same status and message, as JSON-RPC without an id. */
@Catch()
export class JsonRpcErrorFilter extends ErrorFilter {
  protected override bodyOf(error: KennyError, request_id: string): object {
    const { message, ...data } = errorBody(error, request_id).error;
    const code = RPC_CODES[error.code] ?? SERVER_ERROR;
    return { jsonrpc: '2.0', id: null, error: { code, message, data } };
  }
}
