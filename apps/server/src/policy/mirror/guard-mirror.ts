import { CATALOG, isToolName, type ToolName } from '@kenny/contract';
import { Guard, type Explained, type Verdict } from '@kenny/guard';
import { lookTwice, readMarks, type LookTwice } from '@kenny/guard/look-twice';
import { compileOperatorRules } from '@kenny/guard/operator-rules';
import { Inject, Injectable } from '@nestjs/common';
import { AgentsAddress } from '../../config/index.js';
import { EventBus } from '../../kernel/index.js';
import { RulesService } from '../rules/rules.service.js';
import { GuardExecutor, type Judged } from './guard-executor.js';

/** Longer texts are judged in a worker thread, so that one call never holds up everybody (D7). */
const INLINE_CHARACTERS = 8 * 1024;

export interface Tried {
  readonly refused: Explained | undefined;
  readonly look_twice: LookTwice[];
}

/**
 * The server's copy of the guard, for an earlier and clearer refusal. The PC stays the authority
 * and judges again.
 */
@Injectable()
export class GuardMirror {
  private readonly guard: Guard;

  constructor(
    private readonly rules: RulesService,
    private readonly executor: GuardExecutor,
    events: EventBus,
    @Inject(AgentsAddress) address: Pick<AgentsAddress, 'all'>,
  ) {
    this.guard = new Guard({
      get serverHosts() {
        return address.all;
      },
    });
    events.on('policy.changed', () => this.followRules());
  }

  /** Loads the custom rules; called at start and after each change. */
  followRules(): void {
    this.guard.useOperatorRules(compileOperatorRules(this.rules.rules()));
  }

  /** How many rules apply to the tool. */
  rulesFor(tool: ToolName): number {
    return this.guard.rulesFor(tool);
  }

  /** Warms up every table, so that the first call does not wait for it. */
  readAhead(): void {
    for (const { name, guards } of CATALOG.tools) {
      if (!isToolName(name)) continue;
      const read = Object.values(guards).flat();
      this.guard.check(name, Object.fromEntries(read.map((arg) => [arg, ''])));
    }
    readMarks();
  }

  /** Verdict and look-twice marks in one pass. */
  async examine(tool: ToolName, args: Record<string, unknown>): Promise<Judged> {
    if (!isShort(args)) return this.executor.judge(tool, args, this.rules.rules());
    const verdict = this.guard.check(tool, args);
    return { verdict, look_twice: verdict.blocked ? [] : lookTwice(tool, args) };
  }

  async judge(tool: ToolName, args: Record<string, unknown>): Promise<Verdict> {
    if (isShort(args)) return this.guard.check(tool, args);
    return (await this.executor.judge(tool, args, this.rules.rules())).verdict;
  }

  async lookTwice(tool: ToolName, args: Record<string, unknown>): Promise<LookTwice[]> {
    if (isShort(args)) return lookTwice(tool, args);
    return (await this.executor.judge(tool, args, this.rules.rules())).look_twice;
  }

  /** Dry run for a person; which words matched is told for short texts only. */
  async explain(tool: ToolName, args: Record<string, unknown>): Promise<Tried> {
    if (isShort(args)) {
      return { refused: this.guard.explain(tool, args), look_twice: lookTwice(tool, args) };
    }
    const { verdict, look_twice } = await this.executor.judge(tool, args, this.rules.rules());
    return { refused: verdict.blocked ? { verdict } : undefined, look_twice };
  }
}

function isShort(args: Record<string, unknown>): boolean {
  const characters = Object.values(args).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
  return characters <= INLINE_CHARACTERS;
}
