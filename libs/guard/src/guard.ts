import {
  CAPS,
  CATALOG,
  GUARD_GROUPS,
  type CatalogTool,
  type GuardGroup,
  type Os,
  type ToolName,
} from '@kenny/contract/agent';
import { builtInNames } from './built-in.js';
import { judgeUpdateUrl } from './hosts/update-host.js';
import { OperatorRules } from './operator-rule-set.js';
import { judgePath } from './paths/judge-path.js';
import { spell, systemOf } from './paths/spelling.js';
import { SHELLS, ShellText, type Shell } from './shell-text.js';
import { ALLOWED, LIMITS, refuse, type Refusal, type Verdict } from './verdict.js';

export interface GuardOptions {
  /** Host, `host:port` or address of the server, which may serve updates; all that it has. */
  readonly serverHosts?: readonly string[];
  /** Deny rules on top of the built-in ones. */
  readonly operatorRules?: OperatorRules;
  /** System of the PC; without it a path is judged by its own shape. */
  readonly os?: Os;
}

/** A refusal, and the argument that caused it. */
export interface Explained {
  readonly verdict: Refusal;
  /** Neither when the tool itself is refused. */
  readonly argument?: string;
  readonly group?: GuardGroup;
  /** For a script: whether the rule matches it as written, or only as a shell would read it. */
  readonly form?: 'written' | 'plain';
}

interface Found extends Explained {
  readonly text?: string;
  readonly shells?: readonly Shell[];
}

const NO_PATTERN: ReadonlySet<string> = new Set(Object.values(LIMITS).map(({ id }) => id));
const TOOLS = new Map<string, CatalogTool>(CATALOG.tools.map((tool) => [tool.name, tool]));
const shellOf = (group: GuardGroup): Shell | undefined =>
  group === 'powershell' || group === 'posix' ? SHELLS[group] : undefined;

/**
 * The deterministic floor under every call (seed 001): refuses what is catastrophic, whoever asks
 * and whoever approved. The agent's copy is authoritative; the server mirrors it to answer earlier.
 * Synchronous, no I/O; any text of 64 kB takes some milliseconds (ADR 0006). Cheap to create: the
 * built-in rules are decoded on first use.
 */
export class Guard {
  private operatorRules: OperatorRules;

  constructor(private readonly options: GuardOptions = {}) {
    this.operatorRules = options.operatorRules ?? OperatorRules.none;
  }

  /** Replaces the custom rules; the built-in ones stay. */
  useOperatorRules(rules: OperatorRules): void {
    this.operatorRules = rules;
  }

  /**
   * Judges one call. The catalog says which argument each group of rules reads.
   * @param os overrides the guard's own: the server judges for all kinds of PCs
   */
  check(tool: ToolName, args: unknown, os: Os | undefined = this.options.os): Verdict {
    return this.first(tool, args, os)?.verdict ?? ALLOWED;
  }

  /**
   * As `check`, for people: which argument is refused, and in which form; undefined when none is.
   */
  explain(
    tool: ToolName,
    args: unknown,
    os: Os | undefined = this.options.os,
  ): Explained | undefined {
    const found = this.first(tool, args, os);
    if (!found) return undefined;
    const { text, shells, ...explained } = found;
    const { group, verdict } = explained;
    const [shell] = shells ?? [];
    if (text === undefined || !shell || NO_PATTERN.has(verdict.rule_id)) return explained;
    if (!group || group === 'path' || group === 'update_host') return explained;
    const asWritten =
      new ShellText(text).find(group, text, shell) ?? this.operatorRules.find(group, text);
    return { ...explained, form: asWritten ? 'written' : 'plain' };
  }

  private first(tool: ToolName, args: unknown, os: Os | undefined): Found | undefined {
    const entry = TOOLS.get(tool);
    if (!entry) return { verdict: refuse(LIMITS.unknownTool) };
    const known = new Map<string, ShellText>();
    for (const group of GUARD_GROUPS) {
      for (const name of entry.guards[group] ?? []) {
        for (const text of stringsIn(argument(args, name))) {
          const shells = shellsFor(entry, name, group);
          const verdict = this.judge(group, text, shells, os, known);
          if (verdict.blocked) return { verdict, argument: name, group, text, shells };
        }
      }
    }
    return undefined;
  }

  /** How many rules, built-in and custom, read calls of the tool. */
  rulesFor(tool: ToolName): number {
    const groups = GUARD_GROUPS.filter((group) => TOOLS.get(tool)?.guards[group]?.length);
    return groups.reduce((sum, group) => {
      // The address of an update is judged by code, which counts as one rule.
      if (group === 'update_host') return sum + 1;
      return sum + builtInNames(group).length + this.operatorRules.count(group);
    }, 0);
  }

  /** Judges a path with the custom rules too: for the target of a path. */
  judgePath(path: string, os: Os | undefined = this.options.os): Verdict {
    const verdict = judgePath(path, os);
    if (verdict.blocked) return verdict;
    const spelling = spell(path, os ?? systemOf(path));
    const plain = 'path' in spelling ? spelling.path : path;
    const rule = this.operatorRules.find('path', path) ?? this.operatorRules.find('path', plain);
    return rule ? refuse(rule) : ALLOWED;
  }

  private judge(
    group: GuardGroup,
    text: string,
    shells: readonly Shell[],
    os: Os | undefined,
    known: Map<string, ShellText>,
  ): Verdict {
    if (longerThan(text, CAPS.guardTextBytes)) return refuse(LIMITS.tooLong);
    if (group === 'path') return this.judgePath(text, os);
    if (group === 'update_host') return judgeUpdateUrl(text, this.options.serverHosts ?? []);
    let reading = known.get(text);
    if (!reading) known.set(text, (reading = new ShellText(text)));
    for (const shell of shells) {
      const form = reading.formFor(shell);
      if (form === undefined) return refuse(LIMITS.tooConvoluted);
      const rule =
        reading.find(group, form, shell) ??
        reading.secretRead(group, form, shell) ??
        this.operatorRules.find(group, form);
      if (rule) return refuse(rule);
    }
    const builtIn = shells[0] && reading.find(group, text, shells[0]);
    const rule = builtIn ?? this.operatorRules.find(group, text);
    return rule ? refuse(rule) : ALLOWED;
  }
}

/** The shells that may read an argument: those of its groups; all when none is named. */
function shellsFor(tool: CatalogTool, name: string, group: GuardGroup): readonly Shell[] {
  const own = shellOf(group);
  if (own) return [own];
  const siblings = GUARD_GROUPS.flatMap((other) =>
    tool.guards[other]?.includes(name) ? (shellOf(other) ?? []) : [],
  );
  return siblings.length > 0 ? siblings : Object.values(SHELLS);
}

function argument(args: unknown, name: string): unknown {
  return typeof args === 'object' && args !== null && Object.hasOwn(args, name)
    ? (args as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Texts of an argument, also inside lists. Its shape is validated elsewhere. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Whether the text takes more bytes than `limit` in UTF-8, counted only as far as needed. */
function longerThan(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return false;
  return text.length > limit || new TextEncoder().encode(text).length > limit;
}
