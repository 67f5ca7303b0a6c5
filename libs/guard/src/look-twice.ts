import { CATALOG, GUARD_GROUPS, type GuardGroup, type ToolName } from '@kenny/contract/agent';
import { unpackNumbers } from '@kenny/linear-match';
import { CompiledRules, type NamedRule } from './compiled-rules.js';
import { MARK_IDS, MARK_TABLES } from './generated/marks.js';
import { MARK_LINES, markOf, type MarkGroup, type MarkId } from './marks/mark-lines.js';
import { canonical } from './normalise/canonical.js';
import { SHELLS } from './shell-text.js';
import { readTables } from './tables/read-tables.js';

/** A "look twice" mark on a call: what a person should know before approving. */
export interface LookTwice {
  readonly id: MarkId;
  /** One line in plain words. */
  readonly line: string;
}

/** Marks that need the folder in front of a program, which the canonical form leaves out. */
const AS_WRITTEN: ReadonlySet<MarkId> = new Set<MarkId>(['fetches_and_runs']);
const ORDER = Object.keys(MARK_LINES);
const TOOLS = new Map(CATALOG.tools.map((tool) => [tool.name, tool]));
const compiled = new Map<MarkGroup, CompiledRules>();

/**
 * What a call does that has honest uses and harmful ones. Marks never refuse: each is a line for the
 * person who decides, and they raise the risk of the approval (ADR 0047). Synchronous, no I/O, as
 * fast as the deny rules; the tables are read when the first text asks for them, or by `readMarks`. Only the server
 * asks: a PC carries none of this.
 */
export function lookTwice(tool: ToolName, args: Readonly<Record<string, unknown>>): LookTwice[] {
  const guards = TOOLS.get(tool)?.guards ?? {};
  const found = new Set<MarkId>();
  for (const group of GUARD_GROUPS.filter(isMarkGroup))
    for (const name of guards[group] ?? []) {
      const text = args[name];
      if (typeof text === 'string') for (const id of marksOf(text, group)) found.add(id);
    }
  return [...found]
    .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map((id) => ({ id, line: MARK_LINES[id] }));
}

/** Reads the tables now, so that the first text that is judged does not wait for it. */
export function readMarks(): void {
  for (const group of GUARD_GROUPS.filter(isMarkGroup)) rulesOf(group);
}

function marksOf(text: string, group: MarkGroup): MarkId[] {
  const rules = rulesOf(group);
  const ids = (form: string) => rules.findAll(form).map(({ id }) => markOf(id));
  const plain = ids(canonical(text, SHELLS[group].dialect).text);
  return [...plain, ...ids(text).filter((id) => AS_WRITTEN.has(id))];
}

function rulesOf(group: MarkGroup): CompiledRules {
  let rules = compiled.get(group);
  if (!rules) {
    const named = MARK_IDS[group].map((id): NamedRule => ({ id, reason: MARK_LINES[markOf(id)] }));
    const tables = readTables(unpackNumbers(MARK_TABLES[group]()));
    rules = new CompiledRules([{ rules: named, tables }]);
    compiled.set(group, rules);
  }
  return rules;
}

function isMarkGroup(group: GuardGroup): group is MarkGroup {
  return group === 'powershell' || group === 'posix';
}
