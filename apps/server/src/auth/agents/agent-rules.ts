import {
  AGENT_ID_PATTERN,
  MAX_TAGS,
  PC_NAME_LENGTH,
  TAG_PATTERN,
  TWO_KEY_TAG,
  type PatchAgentBody,
} from '@kenny/contract';
import { KennyError, maySee, type Principal } from '../../kernel/index.js';

const AGENT_ID = new RegExp(AGENT_ID_PATTERN);
const TAG = new RegExp(TAG_PATTERN);

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

/** A name people read: no blanks around it, no control characters. */
export function cleanName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length === 0 || trimmed.length > PC_NAME_LENGTH || /\p{Cc}/u.test(trimmed)) {
    throw new KennyError(
      'validation',
      `name: 1 to ${PC_NAME_LENGTH} characters, without control characters`,
      { field: 'name' },
    );
  }
  return trimmed;
}

/**
 * The tags as stored: each once, sorted.
 * @throws KennyError `validation`; `forbidden` when somebody who is no admin changes `two-key`.
 */
export function tagsAfter(
  before: readonly string[],
  wanted: NonNullable<PatchAgentBody['tags']>,
  principal: Principal,
): string[] {
  const tags = [...new Set(wanted)].sort();
  const wrong = tags.find((tag) => !TAG.test(tag));
  if (wrong !== undefined || tags.length > MAX_TAGS) {
    throw new KennyError(
      'validation',
      `tags: at most ${MAX_TAGS}, each 1 to 40 of a-z 0-9 -` +
        (wrong === undefined ? '' : `; not ${JSON.stringify(wrong.slice(0, 40))}`),
      { field: 'tags' },
    );
  }
  const changesTwoKey = tags.includes(TWO_KEY_TAG) !== before.includes(TWO_KEY_TAG);
  if (changesTwoKey && principal.scope !== 'admin' && principal.scope !== 'system') {
    throw new KennyError('forbidden', `Only an admin sets or takes off the tag ${TWO_KEY_TAG}.`);
  }
  return tags;
}
