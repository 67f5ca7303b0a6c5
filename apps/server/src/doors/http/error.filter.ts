import { ERRORS, type ErrorBody, type ErrorCode } from '@kenny/contract';
import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { KennyError } from '../../errors/index.js';
import { stateOf } from './request-state.js';

/** Faults of express and Nest before a route is reached, as codes of ours. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_args',
  404: 'not_found',
  405: 'not_found',
  413: 'too_large',
  415: 'validation',
};

/** Turns whatever was thrown into `{ error: { code, message, details?, request_id } }`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const error = this.expected(thrown, request);
    const { request_id } = stateOf(request);
    const body: ErrorBody = {
      error: {
        code: error.code,
        message: error.message,
        ...(error.details ? { details: { ...error.details } } : {}),
        request_id,
      },
    };
    const retryAfter = error.details?.['retry_after'];
    if (typeof retryAfter === 'number') response.setHeader('Retry-After', retryAfter);
    if (error.code === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer');
    response.status(error.httpStatus).json(body);
  }

  private expected(thrown: unknown, request: Request): KennyError {
    if (thrown instanceof KennyError) return thrown;
    const status = statusOf(thrown);
    const code = status === undefined ? undefined : BY_STATUS[status];
    if (code !== undefined) return new KennyError(code, wordsFor(code, thrown, request));
    this.logger.error(`${request.method} ${request.path} failed`, { error: describe(thrown) });
    return new KennyError('internal', `Something went wrong here. ${ERRORS.internal.hint}`);
  }
}

/** Nest's exceptions and body-parser's errors both say which status they mean. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof URIError) return 400;
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown)) return undefined;
  return typeof thrown.status === 'number' && 'type' in thrown ? thrown.status : undefined;
}

function wordsFor(code: ErrorCode, thrown: unknown, { method, path }: Request): string {
  switch (code) {
    case 'too_large':
      return 'The request body is larger than 1 MiB.';
    case 'not_found':
      return `There is no ${method} ${path.slice(0, 200)}; see /api/docs.`;
    case 'validation':
      return 'Send the body as application/json.';
    default:
      return thrown instanceof URIError
        ? 'The address is not well-formed.'
        : 'The body is not JSON.';
  }
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
