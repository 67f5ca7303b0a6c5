import { maskSecrets } from '@kenny/contract';

/** What a person said that is worth remembering. */
export interface Inferred {
  readonly text: string;
  readonly about_this_pc: boolean;
}

const MOST = 5;
const LENGTH = { least: 10, most: 300 } as const;

const ASKED_FOR = /^(?:please\s+)?remember(?:\s+this|\s+that)?\s*[:,]?\s+(.+)$/i;
const HABIT =
  /\b(?:i|we)\s+(?:(?:would|really|also|mostly|generally)\s+)?(?:prefer|always|usually|use|never(?!\s+(?:\w+ed|got|had|been|saw|knew|was|did)\b))\b/i;
/** A complaint is about today. */
const TROUBLE =
  /\b(?:error\w*|fail\w*|crash\w*|problem\w*|broken?|breaks?|stuck|slow\w*|wrong|lost|help)\b/i;
/** A mood passes; what somebody says in it is not what they are like. */
const MOOD =
  /\b(?:hate|love|angry|annoy\w*|furious|sad|afraid|scared|worried|stupid|idiot\w*|awful|terrible|damn|hell|wtf|sorry|upset|frustrat\w*|tired|panic\w*|cry\w*)\b/i;
const PRIVATE = /\b(?:password|passwd|passphrase|pin|token|secret|api[ _-]?key|credential\w*)\b/i;
const THIS_PC = /\bthis (?:pc|computer|laptop|machine|one)\b/i;
const QUOTED = /^\s*(?:>|\||\$|#|`|\/)/;
const FENCE = /^\s*(?:```|~~~)/;
const URL = /https?:\/\//i;
/** Letters and digits that no word is made of. */
const KEY_LIKE = /(?=[\w+/=-]*\d)[\w+/=-]{20,}/;

const UNWANTED = [MOOD, PRIVATE, URL, KEY_LIKE];

/**
 * What a person's own messages say of how they want things done: few lines, and rather none than a
 * wrong one. Questions, quotes, code, moods and secrets are left out. In English: other languages have
 * "remember this: …".
 */
export function inferFrom(messages: readonly string[]): Inferred[] {
  const found = new Map<string, Inferred>();
  for (const line of messages.flatMap(ownLines)) {
    const text = worthOf(line);
    if (text === null || found.size >= MOST) continue;
    const key = sameness(text);
    if (!found.has(key)) found.set(key, { text, about_this_pc: THIS_PC.test(text) });
  }
  return [...found.values()];
}

/** Texts that say the same are alike by it. */
export function sameness(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}

function worthOf(line: string): string | null {
  const asked = ASKED_FOR.exec(line)?.[1]?.trim();
  const text = asked ?? line;
  if (text.length < LENGTH.least || text.length > LENGTH.most) return null;
  if (text.endsWith('?') || UNWANTED.some((pattern) => pattern.test(text))) return null;
  if (maskSecrets(text) !== text) return null;
  if (asked !== undefined) return text;
  return HABIT.test(text) && !TROUBLE.test(text) ? text : null;
}

/** Without code and quotes: these are somebody else's words. */
function ownLines(message: string): string[] {
  const lines: string[] = [];
  let code = false;
  for (const line of message.split('\n')) {
    if (FENCE.test(line)) code = !code;
    else if (!code && !QUOTED.test(line)) lines.push(...sentencesOf(line));
  }
  return lines;
}

function sentencesOf(line: string): string[] {
  return line
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
