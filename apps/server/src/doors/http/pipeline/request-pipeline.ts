import { CLIENT_HEADER } from '@kenny/contract';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { APP_CONFIG, type AppConfig } from '../../../config/index.js';
import { addressOf, trustedProxies, type TrustedProxies } from '../../../kernel/index.js';
import { mustHaveRule, type AccessRule } from '../../admission/access.js';
import { refuseForeign } from '../../admission/same-origin.js';
import { AccessCheck } from './access-check.js';
import { answerHeaders } from './answer-headers.js';
import { judgeQuery } from './judge-query.js';
import { readBody } from './read-body.js';
import { RequestState, setState } from './request-state.js';
import { isFileRoute } from './takes-file.js';

/** Express's request, or the plain one that was never given to Express. */
interface Incoming extends IncomingMessage {
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** What the steps have to know of the route that a request goes to. */
export interface RouteRule {
  readonly access: AccessRule;
  /** The body is a file, which the route reads itself. */
  readonly file: boolean;
}

/** @throws KennyError when the request goes no further */
type Step = (request: Incoming, route: RouteRule) => void | Promise<void>;

type Handler = ReturnType<ExecutionContext['getHandler']>;
type Controller = ReturnType<ExecutionContext['getClass']>;

/**
 * What every request passes before its handler, in this order: `receive`, `enter`, and `steps` once
 * its route is known. Nest runs them as middleware and as its guard, `CallRoute` without Nest.
 */
@Injectable()
export class RequestPipeline implements CanActivate {
  private readonly trusted: TrustedProxies;
  private readonly steps: readonly Step[];

  constructor(
    private readonly reflector: Reflector,
    access: AccessCheck,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.trusted = trustedProxies(config.trustProxy);
    // Bodies last: nobody unknown can make the server read a large one (ADR 0026).
    this.steps = [(request, route) => access.admit(request, route.access), takeQuery, takeBody];
  }

  /** Gives the request an id, and notes who is calling from where. */
  receive(request: IncomingMessage, response: ServerResponse): RequestState {
    const { headers } = request;
    // API responses are never cached: drop conditional headers.
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
    const request_id = randomUUID();
    const state = new RequestState(
      request_id,
      addressOf(request, this.trusted),
      headers[CLIENT_HEADER.name] === CLIENT_HEADER.cli ? 'cli' : 'http',
      answerHeaders(request_id),
    );
    response.on('close', () => {
      if (!response.writableFinished) state.gone.abort();
    });
    setState(request, state);
    return state;
  }

  /** Before a route is looked for. @throws KennyError `forbidden` */
  enter(request: IncomingMessage): void {
    refuseForeign(request, this.config);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Sockets are admitted by their own doors.
    if (context.getType() !== 'http') return true;
    const rule = this.ruleOf(context.getHandler(), context.getClass());
    await this.run(context.switchToHttp().getRequest<Incoming>(), rule);
    return true;
  }

  async run(request: Incoming, route: RouteRule): Promise<void> {
    for (const step of this.steps) await step(request, route);
  }

  /** @throws Error for a route without @Access */
  ruleOf(handler: Handler, controller: Controller): RouteRule {
    return {
      access: mustHaveRule(this.reflector, handler, controller),
      file: isFileRoute(handler),
    };
  }
}

function takeQuery({ query }: Incoming): void {
  if (query) judgeQuery(query);
}

async function takeBody(request: Incoming, { access, file }: RouteRule): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD' || file) return;
  request.body = await readBody(request, access.audience);
}
