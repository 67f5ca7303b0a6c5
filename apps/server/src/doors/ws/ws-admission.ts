import { CLIENT_HEADER, WS_LIMITS } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  BearerProof,
  isMcpScope,
  PrincipalResolver,
  readCookie,
  sessionCookie,
} from '../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import {
  addressGroup,
  addressOf,
  KennyError,
  trustedProxies,
  type Principal,
  type TrustedProxies,
} from '../../kernel/index.js';
import { bearerOf } from '../admission/access.js';
import { refuseForeignPage } from '../admission/same-origin.js';
import type { Visitor } from './visitor.js';

/** How many sockets are open, and whether new ones are accepted. */
export interface Occupancy {
  readonly stopping: boolean;
  readonly sockets: number;
  ofToken(tokenId: string): number;
}

/**
 * Judges upgrade requests (design §4.2): a cookie counts only with exactly our Origin, which
 * browsers always send; without an Origin only a bearer token counts.
 */
@Injectable()
export class WsAdmission {
  private readonly trusted: TrustedProxies;

  constructor(
    private readonly proofs: BearerProof,
    private readonly principals: PrincipalResolver,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.trusted = trustedProxies(config.trustProxy);
  }

  /** The key that refusals are counted by. */
  sourceOf(request: IncomingMessage): string {
    return addressGroup(addressOf(request, this.trusted));
  }

  /** @throws KennyError that becomes the HTTP status of the refused upgrade */
  async judge(request: IncomingMessage, occupancy: Occupancy): Promise<Visitor> {
    if (occupancy.stopping) throw new KennyError('unavailable', 'The server is stopping.');
    if (occupancy.sockets >= WS_LIMITS.sockets) {
      throw new KennyError('unavailable', 'Too many sockets are open here; try again later.');
    }
    const foreign = 'This socket was asked for by a page of another origin.';
    refuseForeignPage(request.headers, this.config, foreign);
    const visitor = await this.visitorOf(request);
    if (occupancy.ofToken(visitor.token_id) >= WS_LIMITS.socketsPerToken) {
      throw new KennyError(
        'rate_limited',
        `This token has ${WS_LIMITS.socketsPerToken} sockets open; close some of them first.`,
      );
    }
    return visitor;
  }

  private async visitorOf(request: IncomingMessage): Promise<Visitor> {
    const { headers } = request;
    const door = headers[CLIENT_HEADER.name] === CLIENT_HEADER.cli ? 'cli' : 'ws';
    const bearer = bearerOf({ headers });
    if (bearer !== undefined) return this.withToken(request, bearer, door);
    if (headers.authorization !== undefined) {
      throw new KennyError('unauthenticated', 'Send "Authorization: Bearer <token>".');
    }
    const cookie = readCookie(headers.cookie, sessionCookie(this.config));
    if (cookie === null) {
      throw new KennyError('unauthenticated', 'Log in, or send "Authorization: Bearer <token>".');
    }
    if (headers.origin === undefined) {
      throw new KennyError('forbidden', 'A socket with a session cookie must carry its Origin.');
    }
    return this.withSession(cookie, door);
  }

  private async withToken(
    request: IncomingMessage,
    secret: string,
    door: Visitor['door'],
  ): Promise<Visitor> {
    const address = addressOf(request, this.trusted);
    const principal = await this.proofs.recognise(
      { door, request_id: randomUUID(), address },
      secret,
    );
    refuseMcp(principal);
    return {
      ...{ door, token_id: principal.token_id ?? '', session_id: null },
      recognise: () => this.principals.fromBearer(secret),
      stands: () => this.principals.stillValid(principal),
    };
  }

  private async withSession(cookie: string, door: Visitor['door']): Promise<Visitor> {
    const { principal, session_id, token_id } = await this.principals.loginOf(cookie);
    refuseMcp(principal);
    return {
      ...{ door, token_id, session_id },
      recognise: () => this.principals.fromCookie(cookie),
      stands: () => this.principals.isLoginOpen(cookie),
    };
  }
}

function refuseMcp({ scope }: Principal): void {
  if (!isMcpScope(scope)) return;
  throw new KennyError('wrong_scope', `A token of scope ${scope} opens /mcp only.`);
}
