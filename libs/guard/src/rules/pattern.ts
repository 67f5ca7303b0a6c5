import type { OperatorRuleGroup } from '@kenny/contract/agent';

/** One deny rule, as in `docs/policy/deny_rules.json` and in seed 000's `policy` frame. */
export interface Rule {
  readonly id: string;
  readonly applies_to: OperatorRuleGroup;
  /** RE2 syntax, at most 1,000 characters, no counted repeats (D7). */
  readonly pattern: string;
  readonly reason: string;
}

/**
 * Building blocks of patterns. A pattern is matched against the text as written and in canonical
 * form (`normalise/canonical.ts`), so it names everything in its plain spelling: no quotes, no
 * folders in front of programs, one blank. Every gap ends where a command may begin, and a target
 * is a word without wildcards inside: that keeps the automata small (ADR 0006).
 */
export const re = String.raw;

/** Where a command begins. */
export const COMMAND = re`(?:^|[\n;|&({])\s*`;
/** Anything between two parts of one command. */
export const GAP = re`[^\n;|&({]*`;
/** The same across pipes and brackets, within a line. */
export const LINE = re`[^\n;]*`;
/** Anything at all, also on later lines. */
export const TEXT = re`(?s:.*)`;
/** A blank, and any arguments before the next part. */
export const ARGUMENTS = re`[ \t](?:${GAP}[ \t])?`;
/** The end of a word; in code a quote, a comma or a bracket ends it. */
export const END = re`(?:[\s;|&)}\],"']|$)`;
/** The end of a command. */
export const STOP = re`[ \t]*(?:$|[\n;|&)}])`;

export const any = (...choices: readonly string[]) => `(?:${choices.join('|')})`;

/** One of the names, separated by blanks in `names`. */
export const oneOf = (names: string) => any(...names.trim().split(/\s+/));

/** A program or cmdlet at the beginning of a command; `names` separated by blanks. */
export const command = (names: string) => re`${COMMAND}${oneOf(names)}(?:\.exe)?`;

/** Splits off the names that `command` wrote; undefined when a name is not plain text. */
export function splitCommand(pattern: string): { names: string[]; rest: string } | undefined {
  const prefix = `(?i)${COMMAND}(?:`;
  const close = pattern.indexOf(')', prefix.length);
  if (!pattern.startsWith(prefix) || close < 0) return undefined;
  const names = pattern.slice(prefix.length, close).replaceAll('\\.', '.').split('|');
  if (!names.every((name) => /^[a-z0-9_.-]+$/.test(name))) return undefined;
  return { names, rest: `(?i)${pattern.slice(close + 1)}` };
}

/** `-recurse` and every abbreviation that PowerShell accepts: `abbreviated('r', 'ecurse')`. */
export const abbreviated = (start: string, rest: string) =>
  start + [...rest].reduceRight((tail, letter) => `(?:${letter}${tail})?`, '');

/** Escapes a literal. */
export const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Rules of one group: `[id, reason, pattern]`, each pattern without regard to case. Where one
 * reason has several patterns each becomes a rule of its own, `id.1`, `id.2` …
 */
export const rules = (
  group: OperatorRuleGroup,
  entries: readonly (readonly [id: string, reason: string, patterns: string | readonly string[]])[],
): readonly Rule[] =>
  entries.flatMap(([id, reason, patterns]) => {
    const list = typeof patterns === 'string' ? [patterns] : patterns;
    return list.map((pattern, index) => ({
      id: list.length === 1 ? id : `${id}.${index + 1}`,
      applies_to: group,
      pattern: `(?i)${pattern}`,
      reason,
    }));
  });
