import { AUDIT_KINDS, type ActorRef, type AuditKind, type Door } from '@kenny/contract';

export { AUDIT_KINDS, type AuditKind };

/** An audit row as callers give it (design §5); chain, seq and hashes are added on append. */
export interface AuditEntry {
  kind: AuditKind;
  actor: ActorRef;
  door: Door;
  agent_id?: string | null;
  tool?: string | null;
  /** As sent; secrets are redacted on append. */
  args?: Record<string, unknown> | null;
  ok: boolean;
  code?: string | null;
  duration_ms?: number | null;
  call_id?: string | null;
  approval_id?: string | null;
  request_id?: string | null;
  /** What was acted on, e.g. a token's or rule's id, `login`, `enroll`. */
  target?: string | null;
}
