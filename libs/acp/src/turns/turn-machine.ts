import type { StopReason, TurnEnd, TurnError, TurnUsage } from './turn-end.js';

export type TurnPhase =
  /** The prompt has left; only agents that accept prompts are waited for in this phase. */
  | 'sent'
  | 'running'
  /** Permissions wait for an answer. */
  | 'requires_action'
  | 'idle';

/** What ends a turn: the answer to its prompt, or an update such as `complete`. */
export type EndsBy = 'answer' | 'update';

/** One turn of an agent, from its prompt to its end. A value: `step` makes the next one. */
export interface Turn {
  readonly phase: TurnPhase;
  readonly endsBy: EndsBy;
  /** No turn came before it on this line. */
  readonly first: boolean;
  /** It was accepted, or something of it was heard. */
  readonly begun: boolean;
  readonly openPermissions: number;
  readonly cancelling: boolean;
  /** Set in `idle`, and never changed. */
  readonly end: TurnEnd | undefined;
}

export type TurnInput =
  /** The answer to the prompt. */
  | { readonly type: 'answered'; readonly answer: PromptAnswer }
  | { readonly type: 'refused'; readonly error: TurnError }
  /** An update that is no end. */
  | { readonly type: 'update' }
  /** `complete`, `error` and `result` of agents whose updates end turns. */
  | { readonly type: 'finished'; readonly end: TurnEnd }
  | { readonly type: 'permission_opened' }
  | { readonly type: 'permission_closed' }
  | { readonly type: 'cancel' }
  | { readonly type: 'line_ended' };

/** What the answer to a prompt says; undefined: nothing. */
export interface PromptAnswer {
  readonly stopReason?: string;
  readonly accepted?: boolean;
  readonly usage?: TurnUsage;
}

/** v1 is accepted and runs as soon as its prompt has left. */
export function beginTurn(endsBy: EndsBy, first: boolean): Turn {
  const running = endsBy === 'answer';
  return {
    ...{ endsBy, first, begun: running, openPermissions: 0 },
    ...{ phase: running ? 'running' : 'sent', cancelling: false, end: undefined },
  };
}

/** Nothing changes a turn that has ended, so a second end is ignored. */
export function step(turn: Turn, input: TurnInput): Turn {
  if (turn.phase === 'idle') return turn;
  switch (input.type) {
    case 'answered':
      return answered(turn, input.answer);
    case 'refused':
      return ended(turn, { stopReason: 'failed', error: input.error });
    case 'update':
      return turn.begun ? turn : inPhase({ ...turn, begun: true });
    case 'finished':
      return finished(turn, input.end);
    case 'permission_opened':
      return inPhase({ ...turn, begun: true, openPermissions: turn.openPermissions + 1 });
    case 'permission_closed':
      return inPhase({ ...turn, openPermissions: Math.max(0, turn.openPermissions - 1) });
    case 'cancel':
      return { ...turn, cancelling: true };
    case 'line_ended':
      return ended(turn, {
        stopReason: 'failed',
        error: { code: 'ended', message: 'The agent ended before its turn did' },
      });
  }
}

const STOP_REASONS: readonly StopReason[] = [
  ...(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const),
];

function answered(turn: Turn, { stopReason, accepted, usage }: PromptAnswer): Turn {
  if (stopReason !== undefined) {
    const known = STOP_REASONS.find((reason) => reason === stopReason);
    const word = known
      ? { stopReason: known }
      : ({ stopReason: 'end_turn', agentReason: stopReason } as const);
    return ended(turn, usage ? { ...word, usage } : word);
  }
  // An agent of v1 may end its turns as the seed's do: it says so by accepting.
  if (accepted === true || turn.endsBy === 'update') {
    return inPhase({ ...turn, endsBy: 'update', begun: true });
  }
  const message = 'The agent answered the prompt without saying why its turn ended';
  return ended(turn, { stopReason: 'failed', error: { code: 'protocol', message } });
}

/**
 * An end before anything of this turn was heard is the last one's, told twice or late. The first
 * turn has none before it.
 */
function finished(turn: Turn, end: TurnEnd): Turn {
  if (turn.endsBy === 'answer') return turn;
  return turn.begun || turn.first ? ended(turn, end) : turn;
}

/** What goes wrong while a turn is being cancelled is how it was cancelled. */
function ended(turn: Turn, end: TurnEnd): Turn {
  const stopReason = turn.cancelling && end.stopReason === 'failed' ? 'cancelled' : end.stopReason;
  return { ...turn, phase: 'idle', openPermissions: 0, end: { ...end, stopReason } };
}

function inPhase(turn: Turn): Turn {
  const running = turn.begun ? 'running' : 'sent';
  return { ...turn, phase: turn.openPermissions > 0 ? 'requires_action' : running };
}
