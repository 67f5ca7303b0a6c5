import type { ToolFacts } from '../events/event.js';
import type { Json } from '../limits/json.js';

export type OptionKind =
  | 'allow_once'
  | 'allow_always'
  | 'reject_once'
  | 'reject_always'
  /** Not known: never chosen. */
  | 'other';

export interface PermissionOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: OptionKind;
}

/** An agent asks whether it may do something. The same call asked about twice is two asks. */
export interface PermissionAsk {
  /** Counts the asks of a connection, from 1. */
  readonly ask: number;
  readonly turn: number;
  readonly sessionId: string;
  /** What was told about the call before, and over it what the ask itself tells. */
  readonly tool: ToolFacts;
  /**
   * Every kind that was ever told for this call, so that an ask cannot hide what its call was
   * announced as.
   */
  readonly toolKinds: readonly string[];
  readonly options: readonly PermissionOption[];
  /** Something in it was cut: what a person would see is not all of it. */
  readonly cut: boolean;
  readonly raw: Json;
  readonly rawCut: boolean;
}

export type PermissionAnswer =
  | { readonly answer: 'allow' | 'reject' | 'cancelled' }
  /** One of the options that were shown, as somebody chose it. */
  | { readonly answer: 'option'; readonly optionId: string };
