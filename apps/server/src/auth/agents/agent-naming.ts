import {
  MAX_TAGS,
  PC_CONTACT_LENGTH,
  PC_NAME_LENGTH,
  PC_NOTES_LENGTH,
  PC_OWNER_LENGTH,
  TAG_PATTERN,
  TWO_KEY_TAG,
  type PatchAgentBody,
} from '@kenny/contract';
import { KennyError, type Principal } from '../../kernel/index.js';
import type { AgentEntity } from './agent.entity.js';

const TAG = new RegExp(TAG_PATTERN);

/** What people say of a PC, where it says nothing of itself. */
export type AgentNaming = Pick<AgentEntity, 'name' | 'tags' | 'owner' | 'contact' | 'notes'>;

export function namingOf({ name, tags, owner, contact, notes }: AgentNaming): AgentNaming {
  return { name, tags, owner, contact, notes };
}

/** @throws KennyError `validation`; `forbidden` when somebody who is no admin changes `two-key`. */
export function namingAfter(
  before: AgentNaming,
  body: PatchAgentBody,
  principal: Principal,
): AgentNaming {
  const words = (field: keyof typeof LINES): string | null => {
    const wanted = body[field];
    return wanted === undefined ? before[field] : cleanWords(field, wanted);
  };
  return {
    name: body.name === undefined ? before.name : cleanName(body.name),
    tags: body.tags ? tagsAfter(before.tags, body.tags, principal) : before.tags,
    owner: words('owner'),
    contact: words('contact'),
    notes: words('notes'),
  };
}

/** For the audit: name and tags always, the rest where it is another. */
export function whatChanged(
  before: AgentNaming,
  after: AgentNaming,
): Record<'before' | 'after', Partial<AgentNaming>> {
  const said = (of: AgentNaming): Partial<AgentNaming> => ({
    ...{ name: of.name, tags: of.tags },
    ...(before.owner === after.owner ? {} : { owner: of.owner }),
    ...(before.contact === after.contact ? {} : { contact: of.contact }),
    ...(before.notes === after.notes ? {} : { notes: of.notes }),
  });
  return { before: said(before), after: said(after) };
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

const LINES = {
  owner: { longest: PC_OWNER_LENGTH, refused: /\p{Cc}/u },
  contact: { longest: PC_CONTACT_LENGTH, refused: /\p{Cc}/u },
  notes: { longest: PC_NOTES_LENGTH, refused: /[^\P{Cc}\n\t]/u },
} as const;

/** What people wrote about a PC, as stored: null when nothing is left of it. */
function cleanWords(field: keyof typeof LINES, text: string): string | null {
  const { longest, refused } = LINES[field];
  const trimmed = text.replaceAll('\r\n', '\n').trim();
  if (trimmed.length > longest || refused.test(trimmed)) {
    throw new KennyError(
      'validation',
      `${field}: up to ${longest} characters, without control characters`,
      { field },
    );
  }
  return trimmed === '' ? null : trimmed;
}

/** The tags as stored: each once, sorted. */
function tagsAfter(
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
