import type { ConversationChange, Requester, ConversationRecord } from '@kenny/session';
import type { AuditEntry } from '../../audit/index.js';
import { by, type Acting, type Origin } from '../../auth/index.js';

/** Whoever renames or deletes a conversation, as the engine carries it. */
export function requesterFrom(acting: Acting): Requester {
  return { ...by(acting) };
}

/** Renames keep both names; the name of a deleted conversation goes with all else that was said. */
export function auditRow(
  { id, turns }: ConversationRecord,
  change: ConversationChange,
): AuditEntry {
  const { type: action, by: requester, ...what } = change;
  const more = action === 'delete' ? { turns } : what;
  return {
    // Made by `requesterFrom`; it never left this process.
    ...(requester as unknown as Origin),
    ...{ kind: 'chat', target: id, args: { action, ...more }, ok: true },
  };
}
