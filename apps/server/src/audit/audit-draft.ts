import { hash, randomUUID } from 'node:crypto';
import type { AuditRowView } from '@kenny/contract';
import { canonicalText } from '@kenny/kernel';
import { auditedArgs } from './audit-args.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditRowEntity } from './audit-row.entity.js';

/** A row before it has its place in the chain. What is spooled and replayed is exactly this. */
export type AuditDraft = Omit<AuditRowView, 'chain' | 'seq' | 'prev_sha256' | 'sha256'>;

/** `prev_sha256` of the first row. */
export const GENESIS = '0'.repeat(64);

/** @param at - epoch ms at which it happened, which may be long before the row is stored. */
export function draftOf(entry: AuditEntry, at: number): AuditDraft {
  const { kind, id, name } = entry.actor;
  return {
    id: timeOrderedId(at),
    at: new Date(at).toISOString(),
    kind: entry.kind,
    actor: { kind, id: clean(id, 128), name: clean(name, 128) },
    door: entry.door,
    agent_id: cleanOrNull(entry.agent_id, 64),
    tool: cleanOrNull(entry.tool, 64),
    args: auditedArgs(entry.args),
    ok: entry.ok,
    code: cleanOrNull(entry.code, 64),
    duration_ms: typeof entry.duration_ms === 'number' ? whole(entry.duration_ms) : null,
    call_id: cleanOrNull(entry.call_id, 128),
    approval_id: cleanOrNull(entry.approval_id, 128),
    request_id: cleanOrNull(entry.request_id, 128),
    target: cleanOrNull(entry.target, 500),
  };
}

/** A row with its place in the chain, and the text of its arguments as it is hashed and stored. */
export interface LinkedRow {
  readonly row: AuditRowView;
  readonly argsText: string | null;
}

/** Gives the draft its place. Written out, here and below: spreading costs several times as much. */
export function link(
  draft: AuditDraft,
  { chain, seq, prev_sha256 }: { chain: string; seq: number; prev_sha256: string },
): LinkedRow {
  const argsText = draft.args === null ? null : canonicalText(draft.args);
  const row = {
    id: draft.id,
    at: draft.at,
    kind: draft.kind,
    actor: draft.actor,
    door: draft.door,
    agent_id: draft.agent_id,
    tool: draft.tool,
    args: draft.args,
    ok: draft.ok,
    code: draft.code,
    duration_ms: draft.duration_ms,
    call_id: draft.call_id,
    approval_id: draft.approval_id,
    request_id: draft.request_id,
    target: draft.target,
    chain,
    seq,
    prev_sha256,
    sha256: '',
  };
  row.sha256 = sha256Of(row, argsText);
  return { argsText, row };
}

type HashedRow = Omit<AuditRowView, 'sha256'>;

/** Hash of everything but `sha256` itself. */
export function hashOf(row: HashedRow): string {
  return sha256Of(row, row.args === null ? null : canonicalText(row.args));
}

/** Hash of a stored row: over the text of its arguments as it stands there. */
export function storedHashOf(view: HashedRow, stored: Pick<AuditRowEntity, 'args'>): string {
  return sha256Of(view, stored.args);
}

/**
 * The RFC 8785 text of a row, put together by hand because this is done for every call: its keys
 * are known and stand here in their order; a spec holds it to the general function.
 */
function sha256Of(row: HashedRow, argsText: string | null): string {
  const { actor } = row;
  const head = JSON.stringify({
    actor: { id: actor.id, kind: actor.kind, name: actor.name },
    agent_id: row.agent_id,
    approval_id: row.approval_id,
  });
  const tail = JSON.stringify({
    at: row.at,
    call_id: row.call_id,
    chain: row.chain,
    code: row.code,
    door: row.door,
    duration_ms: row.duration_ms,
    id: row.id,
    kind: row.kind,
    ok: row.ok,
    prev_sha256: row.prev_sha256,
    request_id: row.request_id,
    seq: row.seq,
    target: row.target,
    tool: row.tool,
  });
  return hash('sha256', `${head.slice(0, -1)},"args":${argsText ?? 'null'},${tail.slice(1)}`);
}

/** A stored row as it travels and as it was hashed. */
export function viewOf(row: AuditRowEntity): AuditRowView {
  const { actor_kind, actor_id, actor_name, args, at, ...rest } = row;
  return {
    ...rest,
    at: new Date(at).toISOString(),
    actor: { kind: actor_kind, id: actor_id, name: actor_name },
    args: args === null ? null : (JSON.parse(args) as Record<string, unknown>),
  };
}

/** What most fields hold, and what every database keeps as it is. */
const PLAIN = /^[ -~]*$/;

/** Lone surrogates and NUL do not survive every database, and a row's hash must never change. */
function clean(text: string, longest: number): string {
  if (text.length <= longest && PLAIN.test(text)) return text;
  return text.toWellFormed().replaceAll('\u0000', '\ufffd').slice(0, longest).toWellFormed();
}

function cleanOrNull(text: string | null | undefined, longest: number): string | null {
  return text === null || text === undefined ? null : clean(text, longest);
}

const whole = (ms: number): number => (Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : 0);

/** RFC 9562 version 7: unique, and new rows go to the end of the index. */
export function timeOrderedId(at: number): string {
  const time = Math.max(0, Math.trunc(at)).toString(16).padStart(12, '0');
  // A version 4 id has its variant where version 7 has it; Node keeps random bytes ready for these.
  const random = randomUUID().slice(15);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`;
}
