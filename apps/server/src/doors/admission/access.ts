import { SCOPE_RANK } from '@kenny/contract';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { IncomingMessage } from 'node:http';
import type { Scope } from '../../kernel/index.js';

/**
 * Who may use a route: anybody, a token or login of at least this scope (design §4.1), or an MCP
 * client with a token of its own kind (D6).
 */
export type Audience = 'open' | 'mcp' | 'viewer' | 'operator' | 'admin';

/** A proof that the caller of an open route shows; the route itself checks it. */
export type Proof = 'enrolment';

export interface AccessRule {
  readonly audience: Audience;
  readonly proof?: Proof;
}

const ACCESS = 'kenny:access';

/** Required on every route; without it a route answers nobody. */
export function Access(audience: Audience, proof?: Proof): CustomDecorator {
  const access: AccessRule = { audience, ...(proof ? { proof } : {}) };
  return SetMetadata(ACCESS, access);
}

type RouteTargets = Parameters<Reflector['getAllAndOverride']>[1];

/** @throws Error for a route without @Access */
export function mustHaveRule(reflector: Reflector, ...targets: RouteTargets): AccessRule {
  const rule = reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, targets);
  if (!rule) throw new Error(`no @Access above ${targets[0]?.name}`);
  return rule;
}

export function reaches(
  scope: Scope | 'system',
  audience: Exclude<Audience, 'open' | 'mcp'>,
): boolean {
  return SCOPE_RANK[scope] >= SCOPE_RANK[audience];
}

export function bearerOf(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
}
