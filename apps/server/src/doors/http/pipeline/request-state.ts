import type { Door } from '@kenny/contract';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Anonymous } from '../../../auth/index.js';
import {
  abortSignalOf,
  CallAbortController,
  KennyError,
  type CallContext,
  type Principal,
} from '../../../kernel/index.js';

/** State of one HTTP request. */
export class RequestState {
  /** Aborts when the client disconnects before the answer is complete. */
  readonly gone = new CallAbortController();
  principal?: Principal;
  /** The cookie's value, when the caller was recognised by a browser login. */
  cookie?: string;
  /** Value of `WWW-Authenticate` for a 401 of this route. */
  challenge?: string;

  /** @param headers - names and values in turn; not yet set on the response */
  constructor(
    readonly request_id: string,
    readonly address: string,
    readonly door: Door,
    public headers: readonly string[],
  ) {}

  get signal(): AbortSignal {
    return abortSignalOf(this.gone);
  }
}

/** A symbol, so that nothing a client sends can name it. */
const STATE = Symbol('kenny.request');

interface Recognised extends IncomingMessage {
  [STATE]?: RequestState;
}

export function setState(request: Recognised, state: RequestState): void {
  request[STATE] = state;
}

export function stateOf(request: Recognised): RequestState {
  const state = request[STATE];
  if (!state) throw new Error('the request was not received by RequestPipeline');
  return state;
}

export function callContext({ principal, door, request_id, gone }: RequestState): CallContext {
  if (!principal) throw new KennyError('unauthenticated', 'Log in, or send a bearer token.');
  return { principal, door, request_id, signal: gone };
}

/** The caller as `CallContext`. */
export const Ctx = createParamDecorator((_: unknown, context: ExecutionContext): CallContext =>
  callContext(stateOf(context.switchToHttp().getRequest<Request>())),
);

/** The caller of an open route. */
export const From = createParamDecorator((_: unknown, context: ExecutionContext): Anonymous => {
  const request = context.switchToHttp().getRequest<Request>();
  const { door, request_id, address } = stateOf(request);
  const { host } = request.headers;
  return { door, request_id, address, ...(host === undefined ? {} : { host }) };
});
