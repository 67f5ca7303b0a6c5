/** Why a turn ended. */
export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'max_turn_requests'
  | 'refusal'
  | 'cancelled'
  /** It ended with an error, or with the agent. */
  | 'failed';

export interface TurnUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
}

export interface TurnEnd {
  readonly stopReason: StopReason;
  /** The agent's own word when it is none of those: such a turn counts as `end_turn`. */
  readonly agentReason?: string;
  /** What the agent says it has done (seed, legacy). */
  readonly summary?: string;
  readonly error?: TurnError;
  readonly usage?: TurnUsage;
}

export interface TurnError {
  /**
   * `agent`: the agent told an error; `auth`: it wants a login; `protocol`: its answer makes no
   * sense; `ended`: its line ended.
   */
  readonly code: 'agent' | 'auth' | 'protocol' | 'ended';
  readonly message: string;
  readonly details?: string;
  readonly rpcCode?: number;
}
