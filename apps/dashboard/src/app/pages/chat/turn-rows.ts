import type { ShownCall, ShownPart } from '../../core/chat/shown-turn';

type Spoken = Exclude<ShownPart, { kind: 'call' }>;

/** What stands below each other in a turn: words, what waits for a person, and calls in a row. */
export type TurnRow =
  | { readonly kind: 'part'; readonly id: string; readonly part: Spoken }
  | { readonly kind: 'waiting'; readonly id: string; readonly call: ShownCall }
  | { readonly kind: 'question'; readonly id: string; readonly call: ShownCall }
  | { readonly kind: 'calls'; readonly id: string; readonly calls: readonly ShownCall[] };

/** Calls that follow one another are one group, which can be folded. */
export function rowsOf(parts: readonly ShownPart[]): TurnRow[] {
  const rows: TurnRow[] = [];
  for (const part of parts) {
    if (part.kind !== 'call') {
      rows.push({ kind: 'part', id: part.id, part });
      continue;
    }
    const { id, call } = part;
    const last = rows.at(-1);
    if (call.durationMs === null && call.question) rows.push({ kind: 'question', id, call });
    else if (call.durationMs === null && call.approvalId !== null) {
      rows.push({ kind: 'waiting', id, call });
    } else if (last?.kind === 'calls') {
      rows.splice(-1, 1, { ...last, calls: [...last.calls, call] });
    } else rows.push({ kind: 'calls', id, calls: [call] });
  }
  return rows;
}
