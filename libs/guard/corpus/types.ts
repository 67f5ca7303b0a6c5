import type { ToolName } from '@kenny/contract/agent';
import type { MarkId } from '../src/marks/mark-lines.js';

/** Calls that must be refused: for each rule (without the number of its pattern) some spellings. */
export interface BlockedCases {
  readonly tool: ToolName;
  /** The argument that the texts are given as. */
  readonly argument: string;
  readonly rules: Readonly<Record<string, readonly string[]>>;
}

/** Harmless calls, by the reason why they must pass. */
export interface AllowedCases {
  readonly tool: ToolName;
  readonly argument: string;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** Calls that are not refused and bear a mark: for each mark some spellings. */
export interface MarkedCases {
  readonly tool: 'shell_exec' | 'powershell_exec';
  readonly argument: string;
  readonly marks: Readonly<Partial<Record<MarkId, readonly string[]>>>;
}

/** Attacks of one kind: what is refused, and what has honest uses too and is marked for who approves. */
export interface FamilyCases {
  readonly family: string;
  readonly tool: ToolName;
  readonly argument: string;
  readonly refused: readonly string[];
  readonly marked: readonly string[];
}

/** Windows paths and patterns are full of backslashes; texts with backticks use plain strings. */
export const raw = String.raw;
