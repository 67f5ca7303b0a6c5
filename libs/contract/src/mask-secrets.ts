import { TOKEN_PREFIX } from './constants.js';

/** What is shown in the place of a secret. */
export const MASKED = `${TOKEN_PREFIX}***`;

/** Files of Windows often have two bytes a letter: read as text, and in JSON, a nought is between. */
const GAP = String.raw`(?:\0|\\u0000)?`;
/** Ours have 43 characters behind the prefix; those that people make for themselves may differ. */
const SECRET = new RegExp(`${[...TOKEN_PREFIX].join(GAP)}(?:${GAP}[A-Za-z0-9_-]){32,}`, 'g');
const SIGNS = [TOKEN_PREFIX, 'k\0n\0', String.raw`k\u0000n\u0000`];

/**
 * A text without tokens of kenny, wherever they stand in it. JSON stays JSON, so that a whole frame
 * can be given at once; it never becomes longer.
 * @param others secrets of no form of their own, as they are
 */
export function maskSecrets(text: string, others: readonly string[] = []): string {
  const masked = SIGNS.some((sign) => text.includes(sign)) ? text.replace(SECRET, MASKED) : text;
  return others.reduce((rest, secret) => {
    const inJson = JSON.stringify(secret).slice(1, -1);
    return rest.replaceAll(secret, MASKED).replaceAll(inJson, MASKED);
  }, masked);
}
