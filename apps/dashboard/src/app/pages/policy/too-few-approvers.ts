import type { MeView } from '@kenny/contract/web';
import { isObject, visibleText } from '@kenny/kernel';
import type { ApiError } from '../../core/http/api-error';

/**
 * Why two approvals cannot be had on a PC, where that is why the server refused them; undefined for
 * every other fault.
 */
export function tooFewWords(
  { code, details }: ApiError,
  me: Pick<MeView, 'id'> | null | undefined,
): string | undefined {
  const { approvers } = details;
  if (code !== 'conflict' || !Array.isArray(approvers)) return undefined;
  const [only] = approvers.filter(isObject);
  return `${whoWords(only, me)} can approve here, and two people are needed: no high-risk change could be run on this PC until somebody else can approve for it, too.`;
}

function whoWords(
  only: Readonly<Record<string, unknown>> | undefined,
  me: Pick<MeView, 'id'> | null | undefined,
): string {
  if (!only) return 'Nobody';
  return only['id'] === me?.id ? 'Only you' : `Only ${visibleText(String(only['name']))}`;
}
