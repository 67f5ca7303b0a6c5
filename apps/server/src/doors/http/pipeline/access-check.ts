import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import {
  BearerProof,
  isMcpScope,
  PrincipalResolver,
  readCookie,
  sessionCookie,
} from '../../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../../config/index.js';
import { KennyError, requestContext, type Principal } from '../../../kernel/index.js';
import { challenge } from '../../../mcp/index.js';
import { bearerOf, reaches, type AccessRule } from '../../admission/access.js';
import { stateOf } from './request-state.js';
import { refuseForeign } from '../../admission/same-origin.js';

/** Recognises the caller, and checks that the route is for them. */
@Injectable()
export class AccessCheck {
  constructor(
    private readonly proofs: BearerProof,
    private readonly principals: PrincipalResolver,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws KennyError when the caller may not use a route with this rule */
  async admit(request: IncomingMessage, { audience, proof }: AccessRule): Promise<void> {
    if (proof && bearerOf(request) === undefined) {
      throw new KennyError(
        'unauthenticated',
        `Send the ${proof} token as "Authorization: Bearer <token>".`,
      );
    }
    if (audience === 'open') return;
    if (audience === 'mcp') return this.recogniseClient(request);
    const principal = await this.recognise(request);
    if (isMcpScope(principal.scope)) {
      throw new KennyError('wrong_scope', `A token of scope ${principal.scope} opens /mcp only.`);
    }
    if (!reaches(principal.scope, audience)) {
      throw new KennyError(
        'forbidden',
        `This needs a token of scope ${audience}; yours is ${principal.scope}.`,
      );
    }
  }

  private async recognise(request: IncomingMessage): Promise<Principal> {
    const state = stateOf(request);
    state.principal = await this.principalOf(request);
    requestContext.add({ operator_id: state.principal.id });
    return state.principal;
  }

  /** No foreign origin, no cookie, and no token that could do more than MCP (D6). */
  private async recogniseClient(request: IncomingMessage): Promise<void> {
    refuseForeign(request, this.config, 'any method');
    const bearer = bearerOf(request);
    const state = stateOf(request);
    state.challenge = challenge(this.config, bearer !== undefined);
    if (bearer === undefined) {
      throw new KennyError(
        'unauthenticated',
        `Send "Authorization: Bearer <token>". ${HOW_TO_MAKE}`,
      );
    }
    state.principal = await this.proofs.recognise(state, bearer);
    requestContext.add({ operator_id: state.principal.id });
    const { scope } = state.principal;
    if (!isMcpScope(scope)) {
      throw new KennyError(
        'wrong_scope',
        `A token of scope ${scope} is not for MCP. ${HOW_TO_MAKE}`,
      );
    }
  }

  private async principalOf(request: IncomingMessage): Promise<Principal> {
    const bearer = bearerOf(request);
    if (bearer !== undefined) return this.proofs.recognise(stateOf(request), bearer);
    if (/^Bearer\b/i.test(request.headers.authorization ?? '')) {
      throw new KennyError(
        'unauthenticated',
        'This is not a kenny token. Send it exactly as it was shown.',
      );
    }
    const cookie = readCookie(request.headers.cookie, sessionCookie(this.config));
    if (cookie === null) {
      throw new KennyError('unauthenticated', 'Log in, or send "Authorization: Bearer <token>".');
    }
    this.refuseSilentOrigin(request);
    stateOf(request).cookie = cookie;
    return this.principals.fromCookie(cookie);
  }

  /** Browsers send Origin with every changing request; one without it is not from our page. */
  private refuseSilentOrigin(request: IncomingMessage): void {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    if (request.headers.origin === undefined) {
      throw new KennyError('forbidden', 'A request with a session cookie must carry its Origin.');
    }
  }
}

const HOW_TO_MAKE =
  'An admin makes one: kenny token create --scope mcp --operator <id> --name <what it is for>';
