import type { ToolName } from '@kenny/contract/agent';

/** Calls that must be refused: for each rule (without the number of its pattern) some spellings. */
export interface BlockedCases {
  readonly tool: ToolName;
  /** The argument that the texts are given as. */
  readonly argument: string;
  readonly rules: Readonly<Record<string, readonly string[]>>;
}

/** Harmless calls that must pass. */
export interface AllowedCases {
  readonly tool: ToolName;
  readonly argument: string;
  readonly texts: readonly string[];
}

/** Windows paths and patterns are full of backslashes; texts with backticks use plain strings. */
export const raw = String.raw;
