import type { PolicyRule, ToolName } from '@kenny/contract';
import { Guard } from '@kenny/guard';
import { lookTwice } from '@kenny/guard/look-twice';
import { compileOperatorRules } from '@kenny/guard/operator-rules';
import { GuardExecutor, type Judged } from '../src/policy/index.js';

/** Judges on the calling thread: a worker needs a compiled file beside the code. */
export class InlineGuardExecutor extends GuardExecutor {
  judge(
    tool: ToolName,
    args: Record<string, unknown>,
    rules: readonly PolicyRule[],
  ): Promise<Judged> {
    const guard = new Guard({ operatorRules: compileOperatorRules(rules) });
    return Promise.resolve({
      verdict: guard.check(tool, args),
      look_twice: lookTwice(tool, args),
    });
  }
}
