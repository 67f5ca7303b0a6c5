import type { PolicyRule, ToolName } from '@kenny/contract';
import { Guard, type Verdict } from '@kenny/guard';
import { compileOperatorRules } from '@kenny/guard/operator-rules';
import { Injectable } from '@nestjs/common';

/** Judges long texts away from the event loop. */
export abstract class GuardExecutor {
  /** @throws KennyError `unavailable` when no verdict can be had: then nothing is sent. */
  abstract judge(
    tool: ToolName,
    args: Record<string, unknown>,
    rules: readonly PolicyRule[],
  ): Promise<Verdict>;
}

/** The same verdicts on the calling thread; for where no compiled worker file lies beside the code. */
@Injectable()
export class InlineGuardExecutor extends GuardExecutor {
  judge(
    tool: ToolName,
    args: Record<string, unknown>,
    rules: readonly PolicyRule[],
  ): Promise<Verdict> {
    const guard = new Guard({ operatorRules: compileOperatorRules(rules) });
    return Promise.resolve(guard.check(tool, args));
  }
}
