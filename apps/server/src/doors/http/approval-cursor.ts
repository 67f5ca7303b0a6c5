import { KennyError } from '../../errors/index.js';
import type { ApprovalPlace } from '../../policy/index.js';

/** `<ms>.<id>`: approvals of the same moment are told apart by their id. */
export function approvalCursor({ requested_at, id }: ApprovalPlace): string {
  return `${requested_at}.${id}`;
}

/** @throws KennyError `validation` for a cursor that is not one of this list */
export function approvalPlace(cursor: string): ApprovalPlace {
  const [, requested_at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (requested_at !== undefined && id !== undefined) {
    return { requested_at: Number(requested_at), id };
  }
  throw new KennyError('validation', 'cursor: not one of this list; start again without it.');
}
