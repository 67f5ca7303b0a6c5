import { MCP_PATH, PROTECTED_RESOURCE_PATH, type ProtectedResource } from '@kenny/contract';
import type { AppConfig } from '../config/index.js';

type Where = Pick<AppConfig, 'publicUrl'>;

/**
 * What RFC 9728 lets a client learn about this door. No authorization server is named: tokens are
 * made by an admin of this kenny.
 */
export function protectedResource({ publicUrl }: Where): ProtectedResource {
  return {
    resource: `${publicUrl}${MCP_PATH}`,
    resource_name: 'kenny',
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
  };
}

/** The challenge of a 401 (RFC 6750, RFC 9728). */
export function challenge({ publicUrl }: Where, hadToken: boolean): string {
  return [
    `Bearer resource_metadata="${publicUrl}${PROTECTED_RESOURCE_PATH}${MCP_PATH}"`,
    `scope="${SCOPE}"`,
    ...(hadToken ? ['error="invalid_token"'] : []),
  ].join(', ');
}

const SCOPE = 'mcp';
