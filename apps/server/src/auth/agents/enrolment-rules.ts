import { DAY_MS } from '@kenny/kernel';
import { KennyError } from '../../kernel/index.js';
import { sameHash } from '../secrets.js';
import type { EnrolmentEntity } from './enrolment.entity.js';

/** How long an enrolment token is good (design §3). */
export const ENROLMENT_MS = DAY_MS;

export interface EnrolmentAttempt {
  readonly token_sha256: string;
  readonly key_sha256: string;
  readonly now: number;
}

/** `repeat`: the same key with the same token; its first answer may have been lost. */
export type EnrolmentVerdict = 'consume' | 'repeat';

/**
 * Judges one attempt against the PC's enrolment token.
 * @throws KennyError `unauthenticated` for a wrong, replaced or expired token, `conflict` for a
 * token that another key has used.
 */
export function judgeEnrolment(
  enrolment: EnrolmentEntity | null,
  { token_sha256, key_sha256, now }: EnrolmentAttempt,
): EnrolmentVerdict {
  mustHoldToken(enrolment, token_sha256, now);
  if (!enrolment?.used_key_sha256) return 'consume';
  if (enrolment.used_key_sha256 === key_sha256) return 'repeat';
  throw new KennyError(
    'conflict',
    'This enrolment token was already used by another key. If that was not you, revoke that key; ' +
      'either way an admin re-keys this PC and hands out the new token.',
  );
}

/** @throws KennyError `unauthenticated`; the same words whether the PC or its token is unknown. */
export function mustHoldToken(
  enrolment: EnrolmentEntity | null,
  token_sha256: string,
  now: number,
): void {
  if (!enrolment || !sameHash(enrolment.token_sha256, token_sha256)) {
    throw new KennyError(
      'unauthenticated',
      'This enrolment token is not valid for this PC; ask an admin for a new one.',
    );
  }
  if (now >= enrolment.expires_at) {
    throw new KennyError(
      'unauthenticated',
      'This enrolment token has expired; an admin re-keys this PC to make a new one.',
    );
  }
}
