import { command, END, rules, type Rule } from '../rules/pattern.js';
import { MARK_LINES, markOf, type MarkGroup, type MarkId } from './mark-lines.js';

/**
 * Marks are written as deny rules are. Each choice at the top of a pattern becomes a rule of its
 * own, `id.1`, `id.2` …: one about a command is then looked at only where that command stands.
 */
export const marks = (
  group: MarkGroup,
  entries: readonly (readonly [id: MarkId, ...patterns: string[]])[],
): readonly Rule[] =>
  rules(
    group,
    entries.map(([id, ...patterns]) => [id, MARK_LINES[id], patterns.flatMap(choices)] as const),
  );

/** One automaton for each mark, so that a text shows all of its marks and not only the first. */
export function familiesOf(list: readonly Rule[]): string[][] {
  const families = new Map<MarkId, string[]>();
  for (const { id } of list) families.set(markOf(id), [...(families.get(markOf(id)) ?? []), id]);
  return [...families.values()];
}

/** How a pattern ends that says only which command it is about: the name ends there too. */
const NAME_ONLY = command('x').slice(-'(?:\\.exe)?'.length);

/** The parts of a pattern between the bars that stand in no bracket. */
function choices(pattern: string): string[] {
  const parts = [''];
  let depth = 0;
  let inClass = false;
  for (const [piece] of pattern.matchAll(/\\.|[^\\]/gs)) {
    if (inClass) inClass = piece !== ']';
    else if (piece === '[') inClass = true;
    else if (piece === '(') depth += 1;
    else if (piece === ')') depth -= 1;
    if (piece === '|' && depth === 0 && !inClass) parts.push('');
    else parts.push((parts.pop() ?? '') + piece);
  }
  return parts.map((part) => (part.endsWith(NAME_ONLY) ? part + END : part));
}
