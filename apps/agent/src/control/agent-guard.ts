import {
  check,
  describeIssues,
  type Os,
  type PolicyRule,
  type ToolName,
} from '@kenny/contract/agent';
import { Guard, OperatorRules } from '@kenny/guard';
import { atFullSpeed } from '../platform/engine.js';
import type { Logger } from '../logging/index.js';
import { errorText } from '../errors/error-code.js';
import { parseJsonObject, readSmallFile, replaceFile } from '../platform/state-files.js';

/** A refusal of the safety guard. */
export interface Refused {
  /** Names the rule: shown to whoever asked. */
  message: string;
}

/** The compiled-in guard with the operators' rules of today (design §6). */
export interface CallGuard {
  /** Undefined when the call may run. */
  judge(tool: ToolName, args: Readonly<Record<string, unknown>>): Promise<Refused | undefined>;
}

export interface AgentGuardOptions {
  /** Where the operators' rules are kept for the next start. */
  file: string;
  /** Updates may come from there. */
  serverHost: string;
  os: Os;
  log: Logger;
}

const POLICY_MAX_BYTES = 4 * 1024 * 1024;

/**
 * The guard of this PC: the built-in rules, always, and on top of them the operators' rules that the
 * server sent last. These are kept on disk and count from the start, before the first connection.
 */
export class AgentGuard implements CallGuard {
  private readonly guard: Guard;
  /** The rules that came last count when this is over; calls wait for it. */
  private applying: Promise<void> = Promise.resolve();
  private saving: Promise<void> = Promise.resolve();

  private constructor(private readonly options: AgentGuardOptions) {
    this.guard = new Guard({ serverHost: options.serverHost, os: options.os });
  }

  /** A file that cannot be used is reported; the server sends the rules again after each connect. */
  static async load(options: AgentGuardOptions): Promise<AgentGuard> {
    const guard = new AgentGuard(options);
    const found = await readSmallFile(options.file, POLICY_MAX_BYTES);
    if (found.kind === 'missing') return guard;
    const content = found.kind === 'read' ? parseJsonObject(found.content) : undefined;
    const kept = { type: 'policy', rules: content?.['rules'] };
    const issues = check('frame:policy', kept);
    if (issues.length === 0) await guard.apply(kept.rules as PolicyRule[]);
    else {
      const error = found.kind === 'unusable' ? found.reason : describeIssues(issues);
      options.log.error('the kept rules of the operators cannot be used', { error });
    }
    return guard;
  }

  async judge(
    tool: ToolName,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Refused | undefined> {
    await this.applying;
    // A long text takes seven to ten times as long without the optimiser.
    const verdict = atFullSpeed(() => this.guard.check(tool, args));
    return verdict.blocked ? { message: verdict.message } : undefined;
  }

  /** A `policy` frame: its rules count at once, whatever the disk says. */
  replaceRules(rules: PolicyRule[]): void {
    this.applying = this.applying.then(() => this.apply(rules));
    this.options.log.info("the operators' rules were replaced", { rules: rules.length });
    const content = `${JSON.stringify({ rules })}\n`;
    this.saving = this.saving
      .then(() => replaceFile(this.options.file, content))
      .catch((error: unknown) =>
        this.options.log.error("the operators' rules cannot be kept", { error: errorText(error) }),
      );
  }

  /** Resolves when the last rules are on the disk. */
  flush(): Promise<void> {
    return this.saving;
  }

  private async apply(rules: readonly PolicyRule[]): Promise<void> {
    const compiled = await compile(rules);
    this.guard.useOperatorRules(compiled);
    for (const { id, reason } of compiled.refused) {
      this.options.log.warn('a rule of the operators is skipped', { rule_id: id, reason });
    }
  }
}

/** The compiler is loaded with the first rule of an operator: it takes memory, and most have none. */
async function compile(rules: readonly PolicyRule[]): Promise<OperatorRules> {
  if (rules.length === 0) return OperatorRules.none;
  const { compileOperatorRules } = await import('@kenny/guard/operator-rules');
  return atFullSpeed(() => compileOperatorRules(rules));
}
