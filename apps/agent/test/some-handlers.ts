import { AGENT_TOOL_NAMES } from '@kenny/contract/agent';
import type { Handlers } from '../src/dispatch/handler.js';

/** Handlers for the named tools; every other one is unsupported. */
export function someHandlers(handlers: Partial<Handlers>): Handlers {
  const none = AGENT_TOOL_NAMES.map((name) => [name, { unsupported: 'not in this test' }] as const);
  return { ...(Object.fromEntries(none) as unknown as Handlers), ...handlers };
}
