import type { PolicyRule, ToolName } from '@kenny/contract';
import type { Judged } from './guard-executor.js';

export interface JudgeMessage {
  readonly id: number;
  readonly tool: ToolName;
  readonly args: Record<string, unknown>;
  /** Only when they differ from those sent before. */
  readonly rules?: readonly PolicyRule[];
}

export interface VerdictMessage extends Judged {
  readonly id: number;
}
