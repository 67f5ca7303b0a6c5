import { TWO_KEY_TAG } from '@kenny/contract';
import { KennyError } from '../../kernel/index.js';
import type { Approver } from '../access/person-rights.js';

interface Tagged {
  readonly tags: readonly string[];
}

const NEEDED = 2;
const HINT =
  'Let a second person approve for this PC first, or confirm it: under Policy, or with ' +
  'allow_too_few_approvers in the request.';

export function beginsTwoKey(before: Tagged, after: Tagged): boolean {
  return after.tags.includes(TWO_KEY_TAG) && !before.tags.includes(TWO_KEY_TAG);
}

/**
 * Refused until it is confirmed: people may well be added later, but nobody locks themselves out
 * unawares.
 * @throws KennyError `conflict` with the `approvers` that there are
 */
export function mustBeEnough(approvers: readonly Approver[]): void {
  const [only] = approvers;
  if (approvers.length >= NEEDED) return;
  const who = only ? `only ${only.name} can approve` : 'nobody can approve';
  throw new KennyError(
    'conflict',
    `${who} for this PC, and ${TWO_KEY_TAG} needs two people: no high-risk request could run there`,
    {
      ...{ field: 'tags', approvers },
      hint: HINT,
    },
  );
}
