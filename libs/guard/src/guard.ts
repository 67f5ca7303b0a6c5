import {
  CAPS,
  CATALOG,
  GUARD_GROUPS,
  type CatalogTool,
  type GuardGroup,
  type Os,
  type ToolName,
} from '@kenny/contract/agent';
import { builtInRules } from './built-in.js';
import { judgeUpdateUrl } from './hosts/update-host.js';
import { canonical } from './normalise/canonical.js';
import { POSIX, WINDOWS, type Dialect } from './normalise/dialects.js';
import { OperatorRules } from './operator-rules.js';
import { judgePath } from './paths/judge-path.js';
import { spell, systemOf } from './paths/spelling.js';
import { ALLOWED, LIMITS, refuse, type Verdict } from './verdict.js';

export interface GuardOptions {
  /** Host, `host:port` or address of the configured server: it may serve updates. */
  readonly serverHost?: string;
  /** Deny rules on top of the built-in ones. */
  readonly operatorRules?: OperatorRules;
  /** System of the PC; without it a path is judged by its own shape. */
  readonly os?: Os;
}

const TOOLS = new Map<string, CatalogTool>(CATALOG.tools.map((tool) => [tool.name, tool]));
const DIALECTS: Partial<Record<GuardGroup, Dialect>> = { powershell: WINDOWS, posix: POSIX };

/**
 * The deterministic floor under every call (seed 001): refuses what is catastrophic whoever asks and
 * whoever said yes. The agent's copy is the authority, the server's a mirror that answers earlier.
 * Synchronous, no I/O; a text of 64 kB takes some milliseconds whatever it holds (ADR 0006). Making
 * one costs nothing: the built-in rules are read when the first text asks for them.
 */
export class Guard {
  private operatorRules: OperatorRules;

  constructor(private readonly options: GuardOptions = {}) {
    this.operatorRules = options.operatorRules ?? OperatorRules.none;
  }

  /** Replaces the operator's rules; the built-in ones stay. */
  useOperatorRules(rules: OperatorRules): void {
    this.operatorRules = rules;
  }

  /**
   * Judges one call. Which argument each group of rules reads stands in the catalog.
   * @param os overrides the guard's own: the server judges for PCs of every kind
   */
  check(tool: ToolName, args: unknown, os: Os | undefined = this.options.os): Verdict {
    const entry = TOOLS.get(tool);
    if (!entry) return refuse(LIMITS.unknownTool);
    const views = new Map<string, readonly string[]>();
    for (const group of GUARD_GROUPS) {
      for (const name of entry.guards[group] ?? []) {
        for (const text of stringsIn(argument(args, name))) {
          const verdict = this.judge(group, text, dialectsFor(entry, name, group), os, views);
          if (verdict.blocked) return verdict;
        }
      }
    }
    return ALLOWED;
  }

  /** Judges a path with the operator's rules too: for what a path turns out to lead to. */
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
    dialects: readonly Dialect[],
    os: Os | undefined,
    known: Map<string, readonly string[]>,
  ): Verdict {
    if (longerThan(text, CAPS.guardTextBytes)) return refuse(LIMITS.tooLong);
    if (group === 'path') return this.judgePath(text, os);
    if (group === 'update_host') return judgeUpdateUrl(text, this.options.serverHost);
    const builtIn = builtInRules(group);
    for (const dialect of [...dialects, undefined]) {
      const view = dialect ? viewOf(text, dialect, known) : text;
      if (view === undefined) return refuse(LIMITS.tooConvoluted);
      const rule = builtIn.find(view) ?? this.operatorRules.find(group, view);
      if (rule) return refuse(rule);
    }
    return ALLOWED;
  }
}

/** The shells that may read an argument: those of the sibling groups, all when nothing says. */
function dialectsFor(tool: CatalogTool, name: string, group: GuardGroup): readonly Dialect[] {
  const own = DIALECTS[group];
  if (own) return [own];
  const siblings = GUARD_GROUPS.flatMap((other) =>
    tool.guards[other]?.includes(name) ? (DIALECTS[other] ?? []) : [],
  );
  return siblings.length > 0 ? siblings : [WINDOWS, POSIX];
}

/** The canonical form, worked out once a call; undefined when it could not be finished. */
function viewOf(
  text: string,
  dialect: Dialect,
  known: Map<string, readonly string[]>,
): string | undefined {
  const key = `${dialect === WINDOWS ? 'w' : 'p'}${text}`;
  let view = known.get(key);
  if (!view) {
    const { text: form, complete } = canonical(text, dialect);
    view = complete ? [form] : [];
    known.set(key, view);
  }
  return view[0];
}

function argument(args: unknown, name: string): unknown {
  return typeof args === 'object' && args !== null && Object.hasOwn(args, name)
    ? (args as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** The texts of an argument: itself, or those in its lists. Its shape is validated elsewhere. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Whether the text takes more bytes than `limit` in UTF-8, counted only as far as needed. */
function longerThan(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return false;
  return text.length > limit || new TextEncoder().encode(text).length > limit;
}
