import type { PolicyRule, ToolName } from '@kenny/contract';
import { Guard, type Verdict } from '@kenny/guard';
import { lookTwice, type LookTwice } from '@kenny/guard/look-twice';
import { compileOperatorRules } from '@kenny/guard/operator-rules';
import { Injectable } from '@nestjs/common';

/** What the guard says of a call: refused or not, and what a person should look at twice. */
export interface Judged {
  readonly verdict: Verdict;
  readonly look_twice: LookTwice[];
}

/** Judges long texts away from the event loop. */
export abstract class GuardExecutor {
  /** @throws KennyError `unavailable` when no verdict can be had: then nothing is sent. */
  abstract judge(
    tool: ToolName,
    args: Record<string, unknown>,
    rules: readonly PolicyRule[],
  ): Promise<Judged>;
}

/** The same verdicts on the calling thread; for where no compiled worker file lies beside the code. */
@Injectable()
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
