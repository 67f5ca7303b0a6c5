import { AGENT_ID_PATTERN, OPERATOR_ID_PATTERN, TAG_PATTERN } from './constants.js';

/** What the patterns that people meet ask for. */
const WORDS: readonly (readonly [pattern: string, words: string])[] = [
  [
    AGENT_ID_PATTERN,
    'must be 1 to 64 letters, digits, "_", "." or "-", and begin with a letter or a digit',
  ],
  [
    OPERATOR_ID_PATTERN,
    'must be 1 to 64 lower-case letters, digits, "_", ".", "@" or "-", and begin with a letter or a digit',
  ],
  [TAG_PATTERN, 'must be 1 to 40 lower-case letters, digits or "-"'],
];

/** A validator's message, with the pattern in it said in words where somebody found them. */
export function patternInWords(message: string): string {
  return WORDS.find(([pattern]) => message.includes(pattern))?.[1] ?? message;
}
