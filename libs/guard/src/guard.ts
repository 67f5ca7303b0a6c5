import {
  CAPS,
  CATALOG,
  type GuardGroup,
  type Os,
  type PolicyRule,
  type ToolName,
} from '@kenny/contract/agent';
import { compileProgram } from './engine/program.js';
import { RuleSet, type SetLimits } from './engine/rule-set.js';
import { judgeUpdateUrl } from './hosts/update-host.js';
import { canonical } from './normalise/canonical.js';
import { POSIX, WINDOWS, type Dialect } from './normalise/dialects.js';
import {
  compileOperatorRules,
  type CompiledOperatorRules,
  type RefusedRule,
} from './operator-rules.js';
import { judgePath } from './paths/judge-path.js';
import type { Rule } from './rules/pattern.js';
import { POSIX_RULES } from './rules/posix.js';
import { POWERSHELL_RULES } from './rules/powershell.js';
import { ALLOWED, blocked, type Verdict } from './verdict.js';

export interface GuardOptions {
  /** `host[:port]` of the configured server: updates may come from there. */
  readonly serverHost?: string;
  /** Whose paths are judged; without it (the server's mirror) both spellings count. */
  readonly os?: Os;
}

const LIMITS: SetLimits = { automata: 128, states: 2_000, work: 1_000_000_000 };
const TOOLS = new Map(CATALOG.tools.map(({ name, guards }) => [name as ToolName, guards]));

class Group {
  private readonly set: RuleSet;

  constructor(private readonly rules: readonly Rule[]) {
    this.set = RuleSet.build(
      rules.map(({ pattern }) => compileProgram(pattern)),
      LIMITS,
    );
  }

  find(text: string): Rule | undefined {
    const hit = this.set.find(text);
    return hit === undefined ? undefined : this.rules[hit];
  }
}

/** Built once: every guard of a process shares the compiled built-in rules. */
const groups = new Map<GuardGroup, Group>();
const BUILT_IN: Partial<Record<GuardGroup, readonly Rule[]>> = {
  powershell: POWERSHELL_RULES,
  posix: POSIX_RULES,
  // self_protection: SELF_PROTECTION_RULES
};

function builtIn(group: GuardGroup): Group | undefined {
  const rules = BUILT_IN[group];
  if (!rules) return undefined;
  const known = groups.get(group) ?? new Group(rules);
  groups.set(group, known);
  return known;
}

/** Compiles the built-in rules now instead of at the first call. */
export function warm(): void {
  for (const group of Object.keys(BUILT_IN)) builtIn(group as GuardGroup);
}

/**
 * The deterministic refusal below every approval (seed 001): compiled in, always on, weakened by
 * nothing. The agent's verdict counts; the server asks the same code first for a clearer no.
 */
export class Guard {
  private operator: CompiledOperatorRules = compileOperatorRules([]);

  constructor(private readonly options: GuardOptions = {}) {
    warm();
  }

  /** Replaces the operators' rules; returns those that cannot be used. */
  setOperatorRules(rules: readonly PolicyRule[]): readonly RefusedRule[] {
    this.operator = compileOperatorRules(rules);
    return this.operator.refused;
  }

  check(tool: ToolName, args: Readonly<Record<string, unknown>>): Verdict {
    for (const [group, names] of Object.entries(TOOLS.get(tool) ?? {})) {
      for (const name of names) {
        const text = args[name];
        const verdict = typeof text === 'string' ? this.judge(group as GuardGroup, text) : ALLOWED;
        if (verdict.blocked) return verdict;
      }
    }
    return ALLOWED;
  }

  private judge(group: GuardGroup, text: string): Verdict {
    if (Buffer.byteLength(text) > CAPS.guardTextBytes) {
      return blocked('too_long', 'the text is longer than the guard judges');
    }
    switch (group) {
      case 'update_host':
        return judgeUpdateUrl(text, this.options.serverHost);
      case 'path':
        return this.judgePath(text);
      case 'powershell':
        return this.judgeScript(group, text, [WINDOWS]);
      case 'posix':
        return this.judgeScript(group, text, [POSIX]);
      case 'self_protection':
        return this.judgeScript(group, text, [WINDOWS, POSIX]);
    }
  }

  private judgePath(path: string): Verdict {
    const own = this.operatorHit('path', [path]);
    if (own) return own;
    if (this.options.os) return judgePath(path, this.options.os);
    return judgePath(path, /^[A-Za-z]:|^\\/.test(path) ? 'windows' : 'linux');
  }

  private judgeScript(
    group: 'powershell' | 'posix' | 'self_protection',
    text: string,
    dialects: readonly Dialect[],
  ): Verdict {
    const forms = [text];
    for (const dialect of dialects) {
      const { text: plain, complete } = canonical(text, dialect);
      if (!complete) return blocked('too_convoluted', 'the text is too convoluted to be judged');
      forms.push(plain);
    }
    const own = this.operatorHit(group, forms);
    if (own) return own;
    for (const form of forms) {
      const rule = builtIn(group)?.find(form);
      if (rule) return blocked(rule.id, rule.reason);
    }
    return ALLOWED;
  }

  private operatorHit(
    group: PolicyRule['applies_to'],
    forms: readonly string[],
  ): Verdict | undefined {
    const compiled = this.operator.groups.get(group);
    if (!compiled) return undefined;
    for (const form of forms) {
      const hit = compiled.set.find(form);
      const rule = hit === undefined ? undefined : compiled.rules[hit];
      if (rule) return blocked(rule.id, rule.reason);
    }
    return undefined;
  }
}
