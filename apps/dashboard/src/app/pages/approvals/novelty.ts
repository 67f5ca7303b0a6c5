import type { ApprovalView } from '@kenny/contract/web';
import { visiblePieces } from '@kenny/kernel';
import { commonEnds } from '../../core/common-ends';

export interface Line {
  readonly text: string;
  /** Against the last run: `gone` was in it and is no part of what will run. */
  readonly kind: 'same' | 'new' | 'gone';
  /** Of a line that will run, from 1. */
  readonly number: number | null;
}

/** Beyond so many pairs of lines, what stands between the first and the last change is all new. */
const MOST_PAIRS = 1_000_000;

/** What will run, with what the last run on this PC had in between; nothing is new without one. */
export function linesAgainst(text: string, before: string | null): Line[] {
  const now = text.split('\n');
  if (before === null) return now.map((line, at) => ({ text: line, kind: 'same', number: at + 1 }));
  const old = before.split('\n');
  const { start, end } = commonEnds(old, now);
  const between = kindsBetween(
    old.slice(start, old.length - end),
    now.slice(start, now.length - end),
  );
  const same = (line: string) => ({ text: line, kind: 'same' as const });
  const lines = [
    ...now.slice(0, start).map(same),
    ...between,
    ...now.slice(now.length - end).map(same),
  ];
  let number = 0;
  return lines.map((line) => ({ ...line, number: line.kind === 'gone' ? null : (number += 1) }));
}

type Kinds = Omit<Line, 'number'>[];

/** By the longest list of lines that both have in order. */
function kindsBetween(old: readonly string[], now: readonly string[]): Kinds {
  const all = (lines: readonly string[], kind: Line['kind']): Kinds =>
    lines.map((text) => ({ text, kind }));
  if (old.length * now.length > MOST_PAIRS) return [...all(old, 'gone'), ...all(now, 'new')];
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: Kinds = [];
  for (let [i, j] = [0, 0]; i < old.length || j < now.length;) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && was === is) {
      found.push({ text: was, kind: 'same' });
      [i, j] = [i + 1, j + 1];
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      found.push({ text: was, kind: 'gone' });
      i += 1;
    } else {
      found.push({ text: is ?? '', kind: 'new' });
      j += 1;
    }
  }
  return found;
}

/**
 * The last run of the same tool on the same PC: by now while this request waits, else before it ended;
 * where that is not known, before it was asked for.
 */
export function lastLike(
  { id, tool, agent_uid, seq, state, ended_at }: ApprovalView,
  ran: readonly ApprovalView[],
): ApprovalView | undefined {
  const isBefore = (other: ApprovalView) =>
    ended_at !== null && other.ended_at !== null ? other.ended_at < ended_at : other.seq < seq;
  return ran
    .filter((other) => other.tool === tool && other.agent_uid === agent_uid && other.id !== id)
    .filter((other) => state === 'pending' || isBefore(other))
    .reduce<ApprovalView | undefined>(
      (newest, other) => (newest && newest.seq > other.seq ? newest : other),
      undefined,
    );
}

/** `3 lines`, and what is hidden in them: `3 lines · 1 hidden or unusual characters`. */
export function countedIn(text: string): string {
  const lines = text.split('\n').length;
  const hidden = visiblePieces(text, 'code').reduce((sum, { mark }) => sum + (mark?.count ?? 0), 0);
  const marks = hidden === 0 ? '' : ` · ${hidden} hidden or unusual characters`;
  return `${lines} ${lines === 1 ? 'line' : 'lines'}${marks}`;
}
