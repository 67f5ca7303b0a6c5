import type { ApprovalView } from '@kenny/contract/web';
import { visiblePieces } from '@kenny/kernel';

export interface Line {
  readonly text: string;
  /** Not in the last run. */
  readonly isNew: boolean;
}

/** Marks lines that the last run on this PC did not have; none without a last run. */
export function markNew(text: string, before: string | null): Line[] {
  const known = before === null ? null : new Set(before.split('\n'));
  return text.split('\n').map((line) => ({ text: line, isNew: known ? !known.has(line) : false }));
}

/** The last run of the same tool on the same PC before this request. */
export function lastLike(
  { tool, agent_uid, seq }: ApprovalView,
  ran: readonly ApprovalView[],
): ApprovalView | undefined {
  return ran
    .filter((other) => other.tool === tool && other.agent_uid === agent_uid && other.seq < seq)
    .reduce<ApprovalView | undefined>(
      (newest, other) => (newest && newest.seq > other.seq ? newest : other),
      undefined,
    );
}

/** `3 lines · no hidden characters`. */
export function countedIn(text: string): string {
  const lines = text.split('\n').length;
  const hidden = visiblePieces(text, 'code').reduce((sum, { mark }) => sum + (mark?.count ?? 0), 0);
  const marks = hidden === 0 ? 'no hidden characters' : `${hidden} hidden or unusual characters`;
  return `${lines} ${lines === 1 ? 'line' : 'lines'} · ${marks}`;
}

/** Each argument as the text that a person reads. */
export function argumentTexts(args: ApprovalView['args']): { name: string; text: string }[] {
  return Object.entries(args).map(([name, value]) => ({
    name,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
