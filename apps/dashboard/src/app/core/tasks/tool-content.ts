import { fieldOf, textOf, wordsOf } from '@kenny/contract/web';
import { commonEnds } from '../common-ends';

/** What a tool call of an agent shows (ACP v1, `content` of a tool call). All of it is data. */
export type ToolPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'diff'; readonly path: string; readonly lines: readonly DiffLine[] };

export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
}

const MOST_PARTS = 50;
const MOST_LINES = 2_000;
/** Unchanged lines around a change. */
const CONTEXT = 3;

export function toolContent(content: unknown): ToolPart[] {
  const list: unknown[] = Array.isArray(content) ? content.slice(0, MOST_PARTS) : [];
  return list.flatMap((one): ToolPart[] => {
    switch (fieldOf(one, 'type')) {
      case 'content': {
        const text = textOf(fieldOf(one, 'content'));
        return text === '' ? [] : [{ kind: 'text', text }];
      }
      case 'diff': {
        const before = wordsOf(fieldOf(one, 'oldText'));
        const after = wordsOf(fieldOf(one, 'newText'));
        const path = wordsOf(fieldOf(one, 'path'));
        return [{ kind: 'diff', path, lines: diffLines(before, after) }];
      }
      case 'terminal': {
        const text = wordsOf(fieldOf(one, 'output'));
        return text === '' ? [] : [{ kind: 'text', text }];
      }
      default:
        return [];
    }
  });
}

/**
 * What stands between the first and the last line that differ, with a few lines around it: exact for
 * one change in one place, which is what an edit of an agent is.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const { start, end } = commonEnds(old, now);
  const same = (text: string): DiffLine => ({ sign: ' ', text });
  return [
    ...old.slice(Math.max(0, start - CONTEXT), start).map(same),
    ...old.slice(start, old.length - end).map((text): DiffLine => ({ sign: '-', text })),
    ...now.slice(start, now.length - end).map((text): DiffLine => ({ sign: '+', text })),
    ...now.slice(now.length - end, now.length - end + CONTEXT).map(same),
  ].slice(0, MOST_LINES);
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Lines of a unified diff, as `git diff` prints it. */
export function unifiedLines(diff: string): DiffLine[] {
  return linesOf(diff)
    .slice(0, MOST_LINES)
    .map((text) => {
      const sign = text.charAt(0);
      const isHead = text.startsWith('+++') || text.startsWith('---');
      return (sign === '+' || sign === '-') && !isHead
        ? { sign, text: text.slice(1) }
        : { sign: ' ', text };
    });
}
