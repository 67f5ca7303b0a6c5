import type { PolicyRule, ToolName } from '@kenny/contract';
import type { Verdict } from '@kenny/guard';

export interface JudgeMessage {
  readonly id: number;
  readonly tool: ToolName;
  readonly args: Record<string, unknown>;
  /** Only when they differ from those sent before. */
  readonly rules?: readonly PolicyRule[];
}

export interface VerdictMessage {
  readonly id: number;
  readonly verdict: Verdict;
}
