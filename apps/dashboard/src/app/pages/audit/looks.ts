import type { AuditRowView } from '@kenny/contract/web';

/** The read that a page makes before somebody decides on a request of this tool. */
export type ReadBefore = (tool: string) => string | undefined;

/** What a look is in the story of its request, whether the page made it by itself or somebody asked for it. */
export const LOOK_WORDS = 'for this request';

/**
 * While a request waits, its page reads what it is about: that is part of its story. Only a read
 * that the tool has for this, on the same PC, of the same person's dashboard, and that went well.
 * @param rows - in any order
 * @returns by the ID of the read its approval
 */
export function looksOf(
  rows: readonly AuditRowView[],
  readBefore: ReadBefore,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const waiting = new Map<string, AuditRowView>();
  for (const row of rows.toSorted((a, b) => a.seq - b.seq)) {
    const { approval_id, target } = row;
    if (approval_id !== null && target === 'request') waiting.set(approval_id, row);
    // Where two have to approve, it waits on.
    else if (approval_id !== null && target !== 'approve') waiting.delete(approval_id);
    else if (isRead(row)) {
      const about = [...waiting.values()].findLast(
        ({ agent_id, tool }) => agent_id === row.agent_id && readBefore(tool ?? '') === row.tool,
      );
      if (about?.approval_id) found.set(row.id, about.approval_id);
    }
  }
  return found;
}

/** It stands in the story of a request without being a step of it. */
export const isLook = ({ approval_id }: AuditRowView, rows: readonly AuditRowView[]): boolean =>
  approval_id === null && rows.some((one) => one.approval_id !== null);

function isRead({ kind, door, approval_id, ok, args, actor }: AuditRowView): boolean {
  const isTheirs = actor.kind === 'operator' && door === 'http';
  return kind === 'call' && approval_id === null && ok && isTheirs && isEmpty(args);
}

const isEmpty = (args: AuditRowView['args']) => Object.keys(args ?? {}).length === 0;
