import { ERRORS, RPC_ERRORS } from '@kenny/contract';
import { Catch } from '@nestjs/common';
import type { KennyError } from '../../../kernel/index.js';
import { errorBody } from '../../admission/error-body.js';
import { ErrorFilter } from './error.filter.js';

/** Refusals before a request reaches MCP: same status and message, as JSON-RPC without an id. */
@Catch()
export class JsonRpcErrorFilter extends ErrorFilter {
  protected override bodyOf(error: KennyError, request_id: string): object {
    const { message, ...data } = errorBody(error, request_id).error;
    const code = RPC_ERRORS[ERRORS[error.code].rpc].mcp;
    return { jsonrpc: '2.0', id: null, error: { code, message, data } };
  }
}
