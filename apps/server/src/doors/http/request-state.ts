import type { Door } from '@kenny/contract';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Anonymous } from '../../auth/index.js';
import type { CallContext, Principal } from '../../context/index.js';
import { KennyError } from '../../errors/index.js';

/** What the server knows of one HTTP request; kept beside it, never inside what a client can name. */
export interface RequestState {
  readonly request_id: string;
  readonly address: string;
  readonly door: Door;
  readonly signal: AbortSignal;
  principal?: Principal;
  /** The browser session's cookie value, when that is how the caller was recognised. */
  cookie?: string;
  /** What a 401 of this route says about how to show who one is. */
  challenge?: string;
}

const STATES = new WeakMap<Request, RequestState>();

export function setState(request: Request, state: RequestState): void {
  STATES.set(request, state);
}

export function stateOf(request: Request): RequestState {
  const state = STATES.get(request);
  if (!state) throw new Error('the request passed no RequestMiddleware');
  return state;
}

export function callContext({ principal, door, request_id, signal }: RequestState): CallContext {
  if (!principal) throw new KennyError('unauthenticated', 'Log in, or send a bearer token.');
  return { principal, door, request_id, signal };
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
