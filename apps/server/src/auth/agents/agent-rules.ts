import { AGENT_ID_PATTERN } from '@kenny/contract';
import { KennyError, maySee, type Principal } from '../../kernel/index.js';

const AGENT_ID = new RegExp(AGENT_ID_PATTERN);

export function mustBeAgentId(agentId: string): void {
  if (AGENT_ID.test(agentId)) return;
  throw new KennyError(
    'validation',
    'agent_id: starts with a letter or digit, then letters, digits, _ . - up to 64 characters',
    { field: 'agent_id' },
  );
}

/** A PC outside a principal's list does not exist for it. */
export function mustSee(principal: Principal, agentId: string): void {
  if (!maySee(principal, agentId)) throw unknownAgent(agentId);
}

export function unknownAgent(agentId: string): KennyError {
  return new KennyError('unknown_agent', `There is no PC ${JSON.stringify(agentId.slice(0, 64))}.`);
}
