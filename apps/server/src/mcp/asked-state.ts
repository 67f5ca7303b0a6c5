import type { ApprovalView } from '@kenny/contract';
import { canonicalText, type Clock } from '@kenny/kernel';
import {
  createRequestStateCodec,
  type CallToolRequest,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { CLOCK, principalKey } from '../kernel/index.js';
import { exchangeOf } from './exchange.js';
import { longestLife } from './limits.js';
import { ExpiringSet } from './expiring-set.js';

/** State that a client carries between our question and its answer; sealed against forgery. */
export interface Asked {
  readonly approval_id: string;
  readonly call_sha256: string;
  /** SHA-256 of the very call it was asked about. */
  readonly request_sha256: string;
  readonly nonce: string;
}

/**
 * Seals what a client carries: bound to the principal and to the call, expiring with the approval,
 * good for one answer. The key lives as long as the process, like the memory of what was used.
 */
@Injectable()
export class AskedStates {
  private readonly codec: RequestStateCodec<Asked>;
  private readonly used: ExpiringSet;

  constructor(
    @Inject(CLOCK) clock: Clock,
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'approvalTtlSecs'>,
  ) {
    const life = longestLife(config);
    this.codec = createRequestStateCodec<Asked>({
      key: randomBytes(32),
      ttlSeconds: life / 1000,
      bind: ({ mcpReq, http }) =>
        `${mcpReq.method}\0${principalKey(exchangeOf(http?.authInfo).principal)}`,
    });
    this.used = new ExpiringSet(clock, life);
  }

  seal(
    { id: approval_id, call_sha256 }: ApprovalView,
    params: CallToolRequest['params'],
    ctx: ServerContext,
  ): Promise<string> {
    const request_sha256 = digestOf(params);
    return this.codec.mint({ approval_id, call_sha256, request_sha256, nonce: randomUUID() }, ctx);
  }

  /** The SDK calls it before a handler; what it throws becomes "invalid or expired requestState". */
  open(state: string, ctx: ServerContext): Promise<Asked> {
    return this.codec.verify(state, ctx);
  }

  /** True once, and only for the call that it was made for. */
  use({ nonce, request_sha256 }: Asked, params: CallToolRequest['params']): boolean {
    return request_sha256 === digestOf(params) && this.used.add(nonce);
  }
}

function digestOf({ name, arguments: args }: CallToolRequest['params']): string {
  return createHash('sha256')
    .update(canonicalText({ name, args: args ?? {} }))
    .digest('hex');
}
