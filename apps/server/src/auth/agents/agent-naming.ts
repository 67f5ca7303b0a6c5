import {
  MAX_TAGS,
  helpLinkTrouble,
  PC_CONTACT_LENGTH,
  PC_HELP_ID_LENGTH,
  PC_HELP_LINK_LENGTH,
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

/** Every text that people wrote about a PC, and what it may not hold. */
const WORDS = {
  owner: { longest: PC_OWNER_LENGTH, refused: /\p{Cc}/u },
  contact: { longest: PC_CONTACT_LENGTH, refused: /\p{Cc}/u },
  notes: { longest: PC_NOTES_LENGTH, refused: /[^\P{Cc}\n\t]/u },
  help_id: { longest: PC_HELP_ID_LENGTH, refused: /\p{C}/u },
  help_link: { longest: PC_HELP_LINK_LENGTH, refused: /\p{C}/u },
} as const;
type Word = keyof typeof WORDS;
type Words = Pick<AgentEntity, Word>;
const WORD_NAMES = Object.keys(WORDS) as Word[];

/** A PC of which nobody has said anything. */
export const NOTHING_SAID: Words = {
  ...{ owner: null, contact: null, notes: null, help_id: null, help_link: null },
};

/** What people say of a PC, where it says nothing of itself. */
export type AgentNaming = Pick<AgentEntity, 'name' | 'tags'> & Words;

export function namingOf(agent: AgentNaming): AgentNaming {
  const { name, tags, owner, contact, notes, help_id, help_link } = agent;
  return { name, tags, owner, contact, notes, help_id, help_link };
}

/** @throws KennyError `validation`; `forbidden` when somebody who is no admin changes `two-key`. */
export function namingAfter(
  before: AgentNaming,
  body: PatchAgentBody,
  principal: Principal,
): AgentNaming {
  const words = (field: Word): string | null => {
    const wanted = body[field];
    return wanted === undefined ? before[field] : cleanWords(field, wanted);
  };
  const help_link = words('help_link');
  const trouble = help_link === null ? undefined : helpLinkTrouble(help_link);
  if (trouble !== undefined) {
    throw new KennyError('validation', `help_link: ${trouble}`, { field: 'help_link' });
  }
  return {
    name: body.name === undefined ? before.name : cleanName(body.name),
    tags: body.tags ? tagsAfter(before.tags, body.tags, principal) : before.tags,
    owner: words('owner'),
    contact: words('contact'),
    notes: words('notes'),
    help_id: words('help_id'),
    help_link,
  };
}

/** For the audit: name and tags always, the rest where it is another. */
export function whatChanged(
  before: AgentNaming,
  after: AgentNaming,
): Record<'before' | 'after', Partial<AgentNaming>> {
  const others = WORD_NAMES.filter((field) => before[field] !== after[field]);
  const said = (of: AgentNaming): Partial<AgentNaming> => ({
    ...{ name: of.name, tags: of.tags },
    ...Object.fromEntries(others.map((field) => [field, of[field]])),
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

/** What people wrote about a PC, as stored: null when nothing is left of it. */
function cleanWords(field: Word, text: string): string | null {
  const { longest, refused } = WORDS[field];
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
