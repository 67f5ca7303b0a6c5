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

/** What the server knows of one HTTP request. */
export class RequestState {
  /** The client left before its answer was out. */
  readonly gone = new CallAbortController();
  principal?: Principal;
  /** The browser session's cookie value, when that is how the caller was recognised. */
  cookie?: string;
  /** What a 401 of this route says about how to show who one is. */
  challenge?: string;

  /** @param headers - names and values in turn: those that are not on the response yet */
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

/** On the request itself, under a key that nothing a client sends can name. */
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
  const { door, request_id, address } = stateOf(context.switchToHttp().getRequest<Request>());
  return { door, request_id, address };
});
