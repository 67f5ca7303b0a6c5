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
  /** Names the rule; shown to the requester. */
  message: string;
}

/** The compiled-in guard with the current custom rules (design §6). */
export interface CallGuard {
  /** Undefined when the call may run. */
  judge(tool: ToolName, args: Readonly<Record<string, unknown>>): Promise<Refused | undefined>;
}

export interface AgentGuardOptions {
  /** Keeps the custom rules for the next start. */
  file: string;
  /** Allowed as a source of updates. */
  serverHost: string;
  os: Os;
  log: Logger;
}

const POLICY_MAX_BYTES = 4 * 1024 * 1024;

/**
 * This PC's guard: the built-in rules, and on top of them the server's latest custom rules. Those
 * are kept on disk and apply from the start, before the first connection.
 */
export class AgentGuard implements CallGuard {
  private readonly guard: Guard;
  /** Resolves when the latest rules are compiled; calls wait for it. */
  private applying: Promise<void> = Promise.resolve();
  private saving: Promise<void> = Promise.resolve();

  private constructor(private readonly options: AgentGuardOptions) {
    this.guard = new Guard({ serverHosts: [options.serverHost], os: options.os });
  }

  /** An unusable file is reported; the server sends the rules again on each connect. */
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
      options.log.error('the saved custom rules cannot be used', { error });
    }
    return guard;
  }

  async judge(
    tool: ToolName,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Refused | undefined> {
    await this.applying;
    // Without the optimiser a long text takes seven to ten times as long.
    const verdict = atFullSpeed(() => this.guard.check(tool, args));
    return verdict.blocked ? { message: verdict.message } : undefined;
  }

  /** Rules of a `policy` frame apply at once, even if they cannot be saved. */
  replaceRules(rules: PolicyRule[]): void {
    this.applying = this.applying.then(() => this.apply(rules));
    this.options.log.info('the custom rules were replaced', { rules: rules.length });
    const content = `${JSON.stringify({ rules })}\n`;
    this.saving = this.saving
      .then(() => replaceFile(this.options.file, content))
      .catch((error: unknown) =>
        this.options.log.error('the custom rules cannot be saved', { error: errorText(error) }),
      );
  }

  /** Resolves when the latest rules are on disk. */
  flush(): Promise<void> {
    return this.saving;
  }

  private async apply(rules: readonly PolicyRule[]): Promise<void> {
    const compiled = await compile(rules);
    this.guard.useOperatorRules(compiled);
    for (const { id, reason } of compiled.refused) {
      this.options.log.warn('a custom rule is skipped', { rule_id: id, reason });
    }
  }
}

/** Loaded with the first custom rule: the compiler takes memory, and most PCs have none. */
async function compile(rules: readonly PolicyRule[]): Promise<OperatorRules> {
  if (rules.length === 0) return OperatorRules.none;
  const { compileOperatorRules } = await import('@kenny/guard/operator-rules');
  return atFullSpeed(() => compileOperatorRules(rules));
}
