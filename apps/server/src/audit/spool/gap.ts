import { CATALOG, type AuditGapView, type AuditRowView } from '@kenny/contract';
import { timeOrderedId, type AuditDraft } from '../audit-draft.js';

/** Dropped rows: how many, of what, and between which times. */
export interface Gap {
  /** Id of the row that will tell of it, so that it is written once. */
  readonly id: string;
  /** Epoch ms of the first and the last of them. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** By tool; rows about no tool by their kind. */
  readonly tools: Readonly<Record<string, number>>;
}

const TOOLS = new Set(CATALOG.tools.map(({ name }) => name));
/** Names made up by callers are counted together: a gap must stay small. */
const OTHER = 'other';

export function gapOf(drafts: Iterable<AuditDraft>, now: number): Gap | null {
  const tools: Record<string, number> = {};
  let [from, to, count] = [Infinity, -Infinity, 0];
  for (const { at, tool, kind } of drafts) {
    const name = tool === null ? kind : TOOLS.has(tool) ? tool : OTHER;
    tools[name] = (tools[name] ?? 0) + 1;
    from = Math.min(from, Date.parse(at));
    to = Math.max(to, Date.parse(at));
    count += 1;
  }
  return count === 0 ? null : { id: timeOrderedId(now), from, to, count, tools };
}

export function joined(a: Gap | null, b: Gap | null): Gap | null {
  if (!a || !b) return a ?? b;
  const tools = { ...a.tools };
  for (const [tool, count] of Object.entries(b.tools)) tools[tool] = (tools[tool] ?? 0) + count;
  return {
    id: a.id,
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
    count: a.count + b.count,
    tools,
  };
}

/** Rows that are known to have existed and cannot be read any more. */
export function unreadableGap(count: number, now: number): Gap {
  return { id: timeOrderedId(now), from: now, to: now, count, tools: { unreadable: count } };
}

/** The row that tells of it. */
export function gapRow({ id, from, to, count, tools }: Gap, now: number): AuditDraft {
  return {
    id,
    at: new Date(now).toISOString(),
    kind: 'gap',
    actor: { kind: 'system', id: 'kenny', name: 'kenny' },
    door: 'system',
    agent_id: null,
    tool: null,
    args: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), count, tools },
    ok: false,
    code: 'unavailable',
    duration_ms: null,
    call_id: null,
    approval_id: null,
    request_id: null,
    target: null,
  };
}

/** Parses such a row; undefined when it was tampered with. */
export function gapIn({ seq, args }: Pick<AuditRowView, 'seq' | 'args'>): AuditGapView | undefined {
  const { from, to, count } = args ?? {};
  const whole = typeof from === 'string' && typeof to === 'string' && typeof count === 'number';
  return whole ? { seq, count, from, to } : undefined;
}
