import type { MemoryEntity } from './memory.entity.js';

/** How many of each layer a conversation is told of. */
export const TOLD_AT_ONCE = 6;

const WORD = /[\p{L}\p{N}]{3,}/gu;
/** Words that nearly every sentence has say nothing of what it is about. */
const COMMON = new Set([
  ...['about', 'all', 'and', 'any', 'are', 'but', 'can', 'does', 'for', 'from', 'has', 'have'],
  ...['how', 'its', 'not', 'our', 'should', 'that', 'the', 'then', 'there', 'they', 'this', 'was'],
  ...[
    'were',
    'what',
    'when',
    'where',
    'which',
    'who',
    'why',
    'will',
    'with',
    'would',
    'you',
    'your',
  ],
  ...['aber', 'als', 'auf', 'auch', 'das', 'dem', 'den', 'der', 'die', 'ein', 'eine', 'hat', 'ich'],
  ...[
    'ist',
    'mit',
    'nicht',
    'oder',
    'sich',
    'sie',
    'sind',
    'und',
    'von',
    'warum',
    'was',
    'wie',
    'wir',
  ],
]);
const OVERLAP = { each: 0.15, most: 0.45 } as const;
const TAG = 0.25;

export interface Relevance {
  readonly score: number;
  /** Words that message and memory share. */
  readonly words: readonly string[];
  readonly tags: readonly string[];
}

/** The words of a text by which it is found: normalised, each once. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)));
}

/**
 * How well a soft memory fits a message (reference of seed 004): its confidence, up to 0.45 for words
 * they share, 0.25 for a tag that is named. Null when they share nothing.
 */
export function relevanceOf(
  { text, tags, confidence }: Pick<MemoryEntity, 'text' | 'tags' | 'confidence'>,
  asked: ReadonlySet<string>,
): Relevance | null {
  const words = [...wordsOf(text)].filter((word) => asked.has(word));
  const named = tags.filter((tag) => asked.has(tag.normalize('NFKC').toLowerCase()));
  if (words.length + named.length === 0) return null;
  const overlap = Math.min(OVERLAP.each * words.length, OVERLAP.most);
  const score = confidence / 100 + overlap + (named.length > 0 ? TAG : 0);
  return { score: Math.round(score * 100) / 100, words, tags: named };
}
