import { AGENTCTL_LIMITS } from '@kenny/contract/agentctl';

const { min, max } = AGENTCTL_LIMITS.tokenLength;
/** What fits into a header; nobody guesses one of that length by chance or by hand. */
const TOKEN = new RegExp(`^[\\x21-\\x7e]{${min},${max}}$`);

export const isToken = (text: string): boolean => TOKEN.test(text);
export const TOKEN_WORDS = `${min} to ${max} printable ASCII characters without spaces`;
