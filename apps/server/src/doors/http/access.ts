import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Scope } from '../../context/index.js';

/** Who may use a route: anybody, or a token or session of at least this scope (design §4.1). */
export type Audience = 'open' | 'viewer' | 'operator' | 'admin';

export const ACCESS = 'kenny:access';

/** Stands above every route; a route without it answers nobody. */
export function Access(audience: Audience): CustomDecorator {
  return SetMetadata(ACCESS, audience);
}

const RANK: Readonly<Record<Scope | 'system', number>> = {
  mcp: 0,
  task: 0,
  viewer: 1,
  operator: 2,
  admin: 3,
  system: 3,
};

export function reaches(scope: Scope | 'system', audience: Exclude<Audience, 'open'>): boolean {
  return RANK[scope] >= RANK[audience];
}
