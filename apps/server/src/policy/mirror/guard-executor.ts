import type { PolicyRule, ToolName } from '@kenny/contract';
import type { Verdict } from '@kenny/guard';
import type { LookTwice } from '@kenny/guard/look-twice';

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
