import { isErrorCode, type ErrorCode } from '@kenny/contract/web';
import { sentenceCase } from '../words';

/** Codes that are no words for people. */
const CODE_WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  bad_args: 'Wrong input',
  validation: 'Wrong input',
  no_agent: 'No PC chosen',
  unauthenticated: 'Not logged in',
  forbidden: 'Not allowed',
  wrong_scope: 'Not allowed',
  unknown_agent: 'No such PC',
  unknown_tool: 'No such tool',
  disabled: 'Switched off at the PC',
  offline: 'PC is offline',
  hash_mismatch: 'Changed meanwhile',
  approval_used: 'Used already',
  already_decided: 'Decided already',
  stale_confirm: 'Out of date',
  unsupported: 'Not on this PC',
  rate_limited: 'Too often',
  internal: 'Server error',
  exec_failed: 'Failed on the PC',
  chat_unavailable: 'Chat is off',
  timeout: 'No answer in time',
};

/** Why it did not go well: `Blocked`, `Failed on the PC`. */
export function failedWords({ code }: { readonly code: string | null }): string {
  if (code === null) return 'Failed';
  return (isErrorCode(code) ? CODE_WORDS[code] : undefined) ?? sentenceCase(code);
}
