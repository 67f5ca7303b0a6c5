import { maskSecrets } from '@kenny/contract/client';

/** What stands in the place of a secret that leaves by a door. */
export const HIDDEN = '[REDACTED]';

/** Secrets that their form gives away, wherever they stand; `sign` is how each begins. */
const FORMS = [
  { sign: 'sk-', rest: '[A-Za-z0-9_-]', from: 8 },
  { sign: 'ghp_', rest: '[A-Za-z0-9]', from: 20 },
  { sign: 'gho_', rest: '[A-Za-z0-9]', from: 20 },
  { sign: 'ghs_', rest: '[A-Za-z0-9]', from: 20 },
  { sign: 'ghu_', rest: '[A-Za-z0-9]', from: 20 },
  { sign: 'ghr_', rest: '[A-Za-z0-9]', from: 20 },
  { sign: 'github_pat_', rest: '[A-Za-z0-9_]', from: 20 },
  { sign: 'glpat-', rest: '[A-Za-z0-9_-]', from: 16 },
  { sign: 'xoxb-', rest: '[A-Za-z0-9-]', from: 10 },
  { sign: 'xoxp-', rest: '[A-Za-z0-9-]', from: 10 },
  { sign: 'AKIA', rest: '[0-9A-Z]', from: 16 },
  { sign: 'ASIA', rest: '[0-9A-Z]', from: 16 },
  // A JSON Web Token: base64 of `{"`, three parts.
  { sign: 'eyJ', rest: '[A-Za-z0-9_.-]', from: 32 },
  { sign: 'kny_', rest: '[A-Za-z0-9_-]', from: 32 },
] as const;

const BEARER = /\b(Bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi;
const WORDS = new RegExp(
  FORMS.map(({ sign, rest, from }) => `\\b${sign}${rest}{${from},}`).join('|'),
  'g',
);
const PEM_BEGIN = '-----BEGIN';
const PEM =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g;

/** The text with {@link HIDDEN} in place of keys and tokens of a known form. */
export function hideSecrets(text: string): string {
  const hidden = text.replace(PEM, HIDDEN).replace(BEARER, `$1${HIDDEN}`).replace(WORDS, HIDDEN);
  return maskSecrets(hidden);
}

const SIGNS: readonly string[] = [...FORMS.map(({ sign }) => sign), 'Bearer', 'bearer'];
/** One of the signs, or the beginning of one, with all that may belong to it, at the very end. */
const OPEN_WORD = new RegExp(
  `\\b(?:${FORMS.map(({ sign, rest }) => `${sign}${rest}*`).join('|')}|[Bb]earer\\s*[A-Za-z0-9._~+/=-]*|${SIGNS.flatMap(beginnings).join('|')})$`,
);
const OPEN_PEM = new RegExp(`(?<![A-Za-z0-9-])(?:${beginnings(PEM_BEGIN).join('|')})$`);
/** No known secret is longer: text before that is judged as it stands. */
export const LONGEST_SECRET = 16 * 1024;

/**
 * Where at its end the text may hold the beginning of a secret that goes on in what follows; its
 * length when it does not.
 */
export function openEnd(text: string): number {
  const from = Math.max(0, text.length - LONGEST_SECRET);
  const tail = text.slice(from);
  const pem = tail.lastIndexOf(PEM_BEGIN);
  const inPem = pem >= 0 && !/-----END [A-Z0-9 ]{0,40}-----/.test(tail.slice(pem));
  const ends = [tail.search(OPEN_WORD), inPem ? pem : -1, tail.search(OPEN_PEM)];
  const first = Math.min(...ends.filter((at) => at >= 0), tail.length);
  return from + first;
}

function beginnings(sign: string): string[] {
  return Array.from(sign, (_, at) => sign.slice(0, at + 1));
}
