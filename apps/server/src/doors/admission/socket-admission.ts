import type { Door } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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
import { bearerOf, reaches } from './access.js';
import { refuseForeignPage } from './same-origin.js';
import type { Visitor } from './visitor.js';

/** How many sockets are open, and whether new ones are accepted. */
export interface Occupancy {
  readonly stopping: boolean;
  readonly sockets: number;
  ofToken(tokenId: string): number;
}

/** What one kind of socket asks of those who open it. */
export interface SocketRules {
  /** Of the audit log. */
  door(headers: IncomingHttpHeaders): Door;
  /** Whether our own pages may open it, with their cookie. Without: programs with a token only. */
  readonly pages: boolean;
  /** The least scope. */
  readonly audience: 'viewer' | 'operator';
  readonly sockets: number;
  readonly socketsPerToken: number;
}

/**
 * Judges upgrade requests (design §4.2): a cookie counts only with exactly our Origin, which
 * browsers always send; without an Origin only a bearer token counts.
 */
@Injectable()
export class SocketAdmission {
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
  async judge(
    request: IncomingMessage,
    rules: SocketRules,
    occupancy: Occupancy,
  ): Promise<Visitor> {
    if (occupancy.stopping) throw new KennyError('unavailable', 'The server is stopping.');
    if (occupancy.sockets >= rules.sockets) {
      throw new KennyError('unavailable', 'Too many sockets are open here; try again later.');
    }
    const foreign = 'This socket was asked for by a page of another origin.';
    refuseForeignPage(request.headers, this.config, foreign);
    if (!rules.pages && request.headers.origin !== undefined) {
      throw new KennyError('forbidden', 'This socket is for programs, not for pages.');
    }
    const visitor = await this.visitorOf(request, rules);
    if (occupancy.ofToken(visitor.token_id) >= rules.socketsPerToken) {
      throw new KennyError(
        'rate_limited',
        `This token has ${rules.socketsPerToken} sockets open; close some of them first.`,
      );
    }
    return visitor;
  }

  private async visitorOf(request: IncomingMessage, rules: SocketRules): Promise<Visitor> {
    const { headers } = request;
    const bearer = bearerOf({ headers });
    if (bearer !== undefined) return this.withToken(request, bearer, rules);
    if (headers.authorization !== undefined || !rules.pages) {
      throw new KennyError('unauthenticated', 'Send "Authorization: Bearer <token>".');
    }
    const cookie = readCookie(headers.cookie, sessionCookie(this.config));
    if (cookie === null) {
      throw new KennyError('unauthenticated', 'Log in, or send "Authorization: Bearer <token>".');
    }
    if (headers.origin === undefined) {
      throw new KennyError('forbidden', 'A socket with a session cookie must carry its Origin.');
    }
    return this.withSession(cookie, rules.door(headers));
  }

  private async withToken(
    request: IncomingMessage,
    secret: string,
    rules: SocketRules,
  ): Promise<Visitor> {
    const door = rules.door(request.headers);
    const address = addressOf(request, this.trusted);
    const principal = await this.proofs.recognise(
      { door, request_id: randomUUID(), address },
      secret,
    );
    refuseMcp(principal);
    refuseBelow(principal, rules);
    return {
      ...{ door, token_id: principal.token_id ?? '', session_id: null },
      recognise: () => this.principals.fromBearer(secret),
      stands: () => this.principals.stillValid(principal),
    };
  }

  private async withSession(cookie: string, door: Door): Promise<Visitor> {
    const { principal, session_id, token_id } = await this.principals.loginOf(cookie);
    refuseMcp(principal);
    return {
      ...{ door, token_id, session_id },
      recognise: () => this.principals.fromCookie(cookie),
      stands: () => this.principals.isLoginOpen(cookie),
    };
  }
}

function refuseBelow({ scope }: Principal, { audience }: SocketRules): void {
  if (reaches(scope, audience)) return;
  throw new KennyError(
    'wrong_scope',
    `This needs a token of scope ${audience}; yours is ${scope}.`,
  );
}

function refuseMcp({ scope }: Principal): void {
  if (!isMcpScope(scope)) return;
  throw new KennyError('wrong_scope', `A token of scope ${scope} opens /mcp only.`);
}
