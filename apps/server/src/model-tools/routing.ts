import { CALL_REASON_LENGTH, EXPIRES_IN_S, type CatalogTool } from '@kenny/contract';
import { KennyError } from '../kernel/index.js';
import { mayWait } from './offered-tools.js';

/** Arguments that say where a call goes and why; they never reach the PC. */
export const ROUTING = { agent: 'agent_id', reason: 'reason', expires: 'expires_in_s' } as const;

/** A call with its routing arguments split from the tool's own. */
export interface Routed {
  readonly tool: CatalogTool;
  readonly args: Record<string, unknown>;
  readonly agent_id: string | undefined;
  readonly reason: string | undefined;
  readonly expires_in_s: number | undefined;
}

/**
 * Takes out what is meant for the door. `selected` is the PC of this conversation, for a call that
 * names none.
 * @throws KennyError `bad_args`
 */
export function routeOf(
  tool: CatalogTool,
  given: Readonly<Record<string, unknown>>,
  selected?: string,
): Routed {
  const args = { ...given };
  const take = (name: string): string | undefined => {
    const value = args[name];
    delete args[name];
    if (value === undefined || typeof value === 'string') return value;
    throw new KennyError('bad_args', `${name} must be a text`);
  };
  const agent_id = tool.where === 'agent' ? (take(ROUTING.agent) ?? selected) : undefined;
  const reason = mayWait(tool) ? take(ROUTING.reason) : undefined;
  if (reason !== undefined && reason.length > CALL_REASON_LENGTH) {
    throw new KennyError('bad_args', `reason: at most ${CALL_REASON_LENGTH} characters`);
  }
  const expires_in_s = mayWait(tool) ? takeSeconds(args) : undefined;
  return { tool, args, agent_id, reason, expires_in_s };
}

function takeSeconds(args: Record<string, unknown>): number | undefined {
  const value = args[ROUTING.expires];
  delete args[ROUTING.expires];
  const { least, most } = EXPIRES_IN_S;
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) {
    return Number(value);
  }
  throw new KennyError('bad_args', `${ROUTING.expires}: a whole number from ${least} to ${most}`);
}
