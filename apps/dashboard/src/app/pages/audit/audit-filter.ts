import {
  AUDIT_KINDS,
  CHANGE_KINDS,
  foldedWords,
  type AuditKind,
  type AuditRowView,
} from '@kenny/contract/web';
import { HOUR_MS } from '@kenny/kernel';
import { failedWords } from '../../core/approvals/failed-words';
import type { Query } from '../../core/http/api-sender';
import { sentenceOf } from './stories';

/** Spans that end now; `yesterday`, `all` and `custom` have no such length. */
export const RANGES = [
  { name: 'hour', words: 'Last hour', ms: HOUR_MS },
  { name: 'day', words: 'Last 24 hours', ms: 24 * HOUR_MS },
  { name: 'yesterday', words: 'Yesterday', ms: null },
  { name: 'week', words: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  { name: 'month', words: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
  { name: 'all', words: 'Everything', ms: null },
  { name: 'custom', words: 'From … to …', ms: null },
] as const;
export type RangeName = (typeof RANGES)[number]['name'];
/** Where no time is chosen. */
export const USUAL_RANGE: RangeName = 'week';

/** As it stands in the address. */
export interface AuditFilter {
  readonly text: string;
  readonly actor: string;
  readonly pc: string;
  readonly tool: string;
  readonly kind: AuditKind | null;
  /** Without reads, logins and conversations. */
  readonly changes: boolean;
  readonly ok: boolean | null;
  readonly range: RangeName;
  /** Of `custom`: ISO 8601, or empty. */
  readonly from: string;
  readonly to: string;
}

export function rangeOf(value: string | undefined): RangeName {
  return RANGES.find(({ name }) => name === value)?.name ?? USUAL_RANGE;
}

export function kindOf(value: string | undefined): AuditKind | null {
  return AUDIT_KINDS.find((kind) => kind === value) ?? null;
}

/** The filter as `GET /api/audit` and its export take it. */
export function queryOf(filter: AuditFilter, now: number): Query {
  return {
    text: filter.text,
    actor_id: filter.actor,
    agent_id: filter.pc,
    tool: filter.tool,
    kind: filter.kind ?? undefined,
    changes: filter.changes ? 'true' : undefined,
    ok: filter.ok === null ? undefined : String(filter.ok),
    ...spanOf(filter, now),
  };
}

export function spanOf(
  { range, from, to }: Pick<AuditFilter, 'range' | 'from' | 'to'>,
  now: number,
): { from?: string; to?: string } {
  if (range === 'custom') return { ...(from && { from }), ...(to && { to }) };
  if (range === 'yesterday') return { from: dayOf(now, -1), to: dayOf(now, 0) };
  const ms = RANGES.find(({ name }) => name === range)?.ms ?? null;
  return ms === null ? {} : { from: new Date(now - ms).toISOString() };
}

/** Midnight of this browser's today, or so many days from it. */
function dayOf(now: number, days: number): string {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).toISOString();
}

/** Whether a row that came by itself belongs into the list. */
export function belongs(
  row: AuditRowView,
  filter: AuditFilter,
  fleet: { nameOf(agentId: string): string },
): boolean {
  if (filter.range === 'custom' || filter.range === 'yesterday') return false;
  if (filter.kind !== null && row.kind !== filter.kind) return false;
  if (filter.changes && !isChange(row)) return false;
  if (filter.ok !== null && row.ok !== filter.ok) return false;
  if (filter.actor !== '' && row.actor.id !== filter.actor) return false;
  if (filter.pc !== '' && row.agent_id !== filter.pc) return false;
  if (filter.tool !== '' && row.tool !== filter.tool) return false;
  if (filter.text === '') return true;
  const { actor, agent_id, tool, target, code, args } = row;
  const places = [actor.name, actor.id, agent_id, tool, target, code, JSON.stringify(args)];
  const wanted = foldedWords(filter.text);
  if (places.some((place) => foldedWords(place ?? '').includes(wanted))) return true;
  const told = toldOf(row, fleet);
  return wanted.split(/[\s“”"]+/).every((word) => told.includes(word));
}

/** What the server takes for one too. */
const isChange = ({ kind, approval_id }: AuditRowView): boolean =>
  CHANGE_KINDS.includes(kind) || approval_id !== null;

/** The sentence that the row has on the page, for a text that was read there. */
function toldOf(row: AuditRowView, fleet: { nameOf(agentId: string): string }): string {
  const told = sentenceOf({ key: row.id, rows: [row] });
  const where = row.agent_id === null ? '' : `on ${fleet.nameOf(row.agent_id)}`;
  const words = [told?.who, told?.did, told?.named, row.actor.name, where, failedWords(row)];
  return foldedWords(words.join(' '));
}
