import { TURN_FAULTS, type TurnFault } from '@kenny/contract/agent';
import type { Draft } from './draft.js';
import type { Requester, TurnError, TurnRecord, UserInput } from './records.js';

/** Stops a model that calls tools without end. */
export const MAX_ROUNDS = 16;

export function newTurn(draft: Draft, input: UserInput, requester: Requester): TurnRecord {
  const { session, moment } = draft;
  const number = session.turns + 1;
  draft.change({ turns: number });
  const turn = draft.enqueue({
    id: moment.newId(),
    session_id: session.id,
    number,
    status: 'queued',
    requester,
    input,
    cancel_requested: false,
    round: 0,
    calls: [],
    approvals: [],
    steering: [],
    tainted_by: [],
    sequence: 0,
    error: null,
    usage: {},
    created_at: moment.now,
    started_at: null,
    finished_at: null,
  });
  return draft.event(turn, 'turnQueued', { status: 'queued', input });
}

/** Turns of a conversation run one at a time, in order. */
export function startNext(draft: Draft): void {
  const [next] = draft.queue;
  if (draft.active || !next) return;
  draft.unqueue(next);
  draft.active = next;
  const { model, effort } = draft.session;
  const turn = draft.patch(next, {
    ...{ status: 'running', started_at: draft.moment.now },
    chosen: { model, effort },
  });
  draft.append(turn, { role: 'user', ...turn.input });
  think(draft, draft.event(turn, 'turnStarted', { status: 'running' }));
}

/** The model's next round, with messages that came in meanwhile. */
export function think(draft: Draft, turn: TurnRecord): void {
  if (turn.round >= MAX_ROUNDS) return finish(draft, turn, 'failed', fault('round_limit'));
  const heard = hear(draft, turn);
  const { id, round } = draft.patch(heard, {
    status: 'running',
    round: turn.round + 1,
    calls: [],
  });
  draft.effects.push({ type: 'think', turn_id: id, round });
}

/** The end of a turn, exactly once; the next one in the queue goes to work in the same step. */
export function finish(
  draft: Draft,
  turn: TurnRecord,
  status: 'completed' | 'failed' | 'canceled',
  error: TurnError | null = null,
): void {
  // Keep messages that never reached the model.
  let ending = hear(draft, turn);
  draft.unqueue(turn);
  if (error) ending = draft.event(ending, 'error', { ...error, fatal: false });
  ending = draft.event(ending, 'turnFinished', { status, error });
  draft.patch(ending, { status, error, calls: [], finished_at: draft.moment.now });
  startNext(draft);
}

export function fault(code: TurnFault): TurnError {
  return { code, message: TURN_FAULTS[code] };
}

function hear(draft: Draft, turn: TurnRecord): TurnRecord {
  if (turn.steering.length === 0) return turn;
  for (const said of turn.steering) draft.append(turn, { role: 'user', ...said });
  return draft.patch(turn, { steering: [] });
}
