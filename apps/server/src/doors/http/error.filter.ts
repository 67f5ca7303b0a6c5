import { ERRORS, type ErrorCode } from '@kenny/contract';
import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { databaseLoss } from '../../database/index.js';
import { KennyError } from '../../errors/index.js';
import { errorBody, errorHeaders } from './error-body.js';
import { stateOf } from './request-state.js';

/** Faults of express and Nest before a route is reached, as codes of ours. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = { 400: 'bad_args', 404: 'not_found' };

/** Our levels by the names of Nest's logger. */
const NEST_LEVELS = { debug: 'debug', info: 'log', warn: 'warn', error: 'error' } as const;

/** Turns whatever was thrown into `{ error: { code, message, details?, request_id } }`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const { signal } = stateOf(request);
    if (signal.aborted && isHangUp(thrown)) return;
    const error = this.expected(thrown, request);
    if (response.headersSent) {
      // Half of an answer is out: only cutting it off says that the rest is missing.
      response.destroy();
      return;
    }
    this.send(error, request, response);
  }

  protected send(error: KennyError, request: Request, response: Response): void {
    const { request_id, challenge } = stateOf(request);
    response
      .status(error.httpStatus)
      .set(errorHeaders(error, challenge))
      .json(errorBody(error, request_id));
  }

  private expected(thrown: unknown, request: Request): KennyError {
    const known = thrown instanceof KennyError ? thrown : databaseLoss(thrown);
    if (known) return this.noted(known, request);
    const code = BY_STATUS[statusOf(thrown) ?? 0];
    if (code !== undefined) return new KennyError(code, wordsFor(code, request));
    this.logger.error(`${request.method} ${request.path} failed`, { stack: describe(thrown) });
    return new KennyError('internal', `Something went wrong here. ${ERRORS.internal.hint}`);
  }

  /** As loud as the table of errors says; the words are for whoever asked. */
  private noted(error: KennyError, { method, path }: Request): KennyError {
    this.logger[NEST_LEVELS[error.level]](`${method} ${path.slice(0, 200)}: ${error.code}`);
    return error;
  }
}

/** Nest's exceptions say which status they mean; so does the router about an address it cannot decode. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  return thrown instanceof URIError ? 400 : undefined;
}

/** What a stream says when the other end left in the middle of an answer. */
function isHangUp(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}

function wordsFor(code: ErrorCode, { method, path }: Request): string {
  return code === 'not_found'
    ? `There is no ${method} ${path.slice(0, 200)}; see /api/docs.`
    : 'The address is not well-formed.';
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
