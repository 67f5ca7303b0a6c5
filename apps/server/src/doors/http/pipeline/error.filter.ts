import { ERRORS, type ErrorCode } from '@kenny/contract';
import {
  Catch,
  HttpException,
  Logger,
  Optional,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressGroup, KennyError, type RequestFields } from '../../../kernel/index.js';
import { statementTrouble } from '../../../database/index.js';
import { RefusalLog } from '../../../logging/index.js';
import { DashboardDoor } from '../../dashboard/index.js';
import { errorBody, errorHeaders } from '../../admission/error-body.js';
import { methodsThere } from './methods-there.js';
import { stateOf } from './request-state.js';
import { sendJson } from './send-json.js';

/** Our codes for errors that Express and Nest raise before a route is reached. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = { 400: 'bad_args', 404: 'not_found' };

/** Our levels as methods of Nest's logger. */
const NEST_LEVELS = { debug: 'debug', info: 'log', warn: 'warn', error: 'error' } as const;

/** Turns whatever was thrown into `{ error: { code, message, details?, request_id } }`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  constructor(
    private readonly refusals: RefusalLog,
    @Optional() private readonly dashboard?: DashboardDoor,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>());
  }

  answer(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
    const { gone } = stateOf(request);
    // Closed by the client, or by us because it read too slowly.
    if ((gone.aborted || response.destroyed) && isHangUp(thrown)) return;
    if (isPageMissing(thrown, request) && this.dashboard?.answerMissing(request, response)) return;
    const error = this.expected(thrown, request);
    if (response.headersSent) {
      // Part of the answer is out: only a broken connection tells that the rest is missing.
      response.destroy();
      return;
    }
    this.send(error, request, response);
  }

  private send(error: KennyError, request: IncomingMessage, response: ServerResponse): void {
    const { request_id, challenge } = stateOf(request);
    const headers = Object.entries(errorHeaders(error, challenge)).flat();
    response.statusCode = error.httpStatus;
    sendJson(request, response, this.bodyOf(error, request_id), headers);
  }

  protected bodyOf(error: KennyError, request_id: string): object {
    return errorBody(error, request_id);
  }

  private expected(thrown: unknown, request: IncomingMessage): KennyError {
    const known = thrown instanceof KennyError ? thrown : statementTrouble(thrown);
    if (known) return this.noted(known, request);
    const code = BY_STATUS[statusOf(thrown) ?? 0];
    const allow = code === 'not_found' ? methodsThere(request) : [];
    if (allow.length > 0) {
      const words = `There is no ${named(request)}; that address takes ${allow.join(', ')}.`;
      return new KennyError('method_not_allowed', words, { allow });
    }
    if (code !== undefined) return new KennyError(code, wordsFor(code, request));
    this.logger.error(`${named(request)} failed`, { ...idsOf(request), stack: describe(thrown) });
    return new KennyError('internal', `Something went wrong here. ${ERRORS.internal.hint}`);
  }

  /**
   * As loud as the table of errors says, a refusal only while its source has lines left; the words
   * are for whoever asked.
   */
  private noted(error: KennyError, request: IncomingMessage): KennyError {
    const { address } = stateOf(request);
    if (error.level !== 'error' && !this.refusals.mayTell(addressGroup(address))) return error;
    this.logger[NEST_LEVELS[error.level]](`${named(request)}: ${error.code}`, idsOf(request));
    return error;
  }
}

/** A browser opened an unknown address; programs get JSON instead of a page. */
function isPageMissing(thrown: unknown, request: IncomingMessage): boolean {
  const { method, headers, url = '' } = request;
  if (method !== 'GET' || statusOf(thrown) !== 404 || url.startsWith('/api/')) return false;
  return (headers.accept ?? '').includes('text/html') && methodsThere(request).length === 0;
}

/** Nest's exceptions carry a status; a URIError means an address that cannot be decoded. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  return thrown instanceof URIError ? 400 : undefined;
}

/** A stream error caused by a client that disconnected in the middle of an answer. */
function isHangUp(thrown: unknown): boolean {
  const code = typeof thrown === 'object' && thrown && 'code' in thrown ? thrown.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}

function wordsFor(code: ErrorCode, request: IncomingMessage): string {
  return code === 'not_found'
    ? `There is no ${named(request)}; see /api/docs.`
    : 'The address is not well-formed.';
}

/** Method and path without the query. */
function named({ method, url }: IncomingMessage): string {
  const [path = ''] = (url ?? '').split('?', 1);
  return `${method} ${path.slice(0, 200)}`;
}

/** Added explicitly, because not every route runs in the request context. */
function idsOf(request: IncomingMessage): RequestFields {
  const { request_id, principal } = stateOf(request);
  return { request_id, ...(principal ? { operator_id: principal.id } : {}) };
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
