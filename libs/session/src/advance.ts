import { answered, callOf, closeCalls, goOn, opened, readyCalls, recoverCalls } from './calls.js';
import { Draft, type Moment } from './draft.js';
import type {
  Delta,
  Effect,
  RoundOf,
  ConversationInput,
  ConversationRefusal,
  Thought,
} from './inputs.js';
import { asked, replied, unanswered } from './questions.js';
import type {
  CallState,
  Changes,
  ConversationState,
  TurnError,
  TurnRecord,
  UserInput,
} from './records.js';
import { fault, finish, newTurn, startNext, think } from './turn-life.js';

/** Queued turns, and queued steering messages, at most. */
export const MAX_QUEUED = 20;

export interface ConversationStep {
  readonly ok: true;
  readonly state: ConversationState;
  /** To be written in one transaction before anything else happens; null = nothing has changed. */
  readonly changes: Changes | null;
  /** To be done once that is written. */
  readonly effects: readonly Effect[];
  /** The turn that a message has become, or joined; else the one that was at work. */
  readonly turn_id?: string;
}

type InputOf<T extends ConversationInput['type']> = Extract<ConversationInput, { type: T }>;

/**
 * Applies an input to a conversation (design §1.3). Pure: same state, input and moment, same step.
 * Inputs that come too late, of an earlier round, a finished turn or an answered call, change
 * nothing, so that effects may be tried again and answers may cross.
 */
export function advance(
  state: ConversationState,
  input: ConversationInput,
  moment: Moment,
): ConversationStep | ConversationRefusal {
  if (state.session.deleted_at !== null && input.type === 'message') {
    return refuse('not_found', 'this conversation was deleted; start a new one');
  }
  const draft = new Draft(state, moment);
  if (input.type === 'message') {
    const turn_id = message(draft, input);
    return typeof turn_id === 'string' ? { ...stepOf(draft), turn_id } : turn_id;
  }
  const turn_id = draft.active?.id;
  const refusal = input.type === 'reply' ? replied(draft, input) : happen(draft, input);
  return refusal ?? { ...stepOf(draft), ...(turn_id === undefined ? {} : { turn_id }) };
}

function stepOf(draft: Draft): ConversationStep {
  const { changes, effects } = draft;
  return { ok: true, changes, effects, state: draft.state };
}

function happen(
  draft: Draft,
  input: Exclude<ConversationInput, { type: 'message' | 'reply' }>,
): void | ConversationRefusal {
  switch (input.type) {
    case 'cancel':
      return cancel(draft, input.turn_id);
    case 'rename':
      return rename(draft, input);
    case 'choose':
      return choose(draft, input);
    case 'delete':
      return remove(draft, input);
    case 'deltas':
      return deltas(draft, input);
    case 'observed':
      return observed(draft, input);
    case 'thought':
      return thought(draft, input);
    case 'brain_failed':
      return brainFailed(draft, input);
    case 'opened':
      return callOpened(draft, input);
    case 'asked':
      return asked(draft, input);
    case 'unanswered':
      return unanswered(draft, input);
    case 'answered':
      return callAnswered(draft, input);
    case 'compacted':
      return compacted(draft, input);
    case 'restarted':
      return restarted(draft, input);
  }
}

function message(draft: Draft, input: InputOf<'message'>): string | ConversationRefusal {
  const { text, typed, pictures = [] } = input;
  if (text.trim() === '' && pictures.length === 0)
    return refuse('bad_args', 'say something: text is empty');
  const { active } = draft;
  if (input.only_when_idle && active) {
    const what = active.status === 'waiting' ? 'waits for a person' : 'is at work';
    return refuse('conflict', `a turn of this conversation ${what}; wait for its end or cancel it`);
  }
  const joined = joinedBy(input, active);
  if (input.strict_steer && !joined) {
    return refuse(
      'conflict',
      'no turn is at work that this message could steer; send it as a turn',
    );
  }
  const waiting = joined ? joined.steering : draft.queue;
  if (waiting.length >= MAX_QUEUED) {
    return refuse('conflict', `${MAX_QUEUED} messages wait already; cancel one or wait`);
  }
  const images = pictures.map((one) => draft.keep(one));
  const said: UserInput = {
    text,
    ...(typed === undefined ? {} : { typed }),
    ...(images.length > 0 ? { images } : {}),
  };
  if (input.agent_id !== undefined) draft.change({ agent_id: input.agent_id });
  if (joined) {
    const steered = draft.patch(joined, { steering: [...joined.steering, said] });
    draft.event(steered, 'turnSteered', { input: said, createdAt: draft.moment.now });
    return joined.id;
  }
  const { name, turns } = draft.session;
  if (input.title !== undefined && name === null && turns === 0)
    draft.change({ name: input.title });
  const turn = newTurn(draft, said, input.requester);
  startNext(draft);
  return turn.id;
}

function joinedBy(
  { behavior, steers }: InputOf<'message'>,
  active: TurnRecord | null,
): TurnRecord | null {
  if (behavior !== 'steer') return null;
  return steers === undefined || steers === active?.id ? active : null;
}

/** Cancelling a finished turn is no error: the two may cross. */
function cancel(draft: Draft, turnId: string): void {
  const turn = [draft.active, ...draft.queue].find((one) => one?.id === turnId);
  if (!turn) return;
  let ending = draft.patch(turn, { cancel_requested: true });
  ending = draft.event(ending, 'turnCancelRequested', {});
  if (draft.active?.id === turnId) {
    draft.effects.push({ type: 'abort', turn_id: turnId });
    withdraw(draft, ending);
    ending = closeCalls(draft, ending, cancelled);
  }
  finish(draft, ending, 'canceled');
}

function withdraw(draft: Draft, { calls }: TurnRecord): void {
  for (const { phase, approval_id } of calls) {
    if (phase !== 'waiting' || approval_id === null) continue;
    draft.effects.push({ type: 'cancel_approval', approval_id, reason: 'the turn was cancelled' });
  }
}

function rename(draft: Draft, { name: to, by }: InputOf<'rename'>): void {
  const { name: from, deleted_at } = draft.session;
  if (from === to || deleted_at !== null) return;
  draft.change({ name: to });
  draft.audited = { type: 'rename', by, from, to };
}

/** Counts from the next turn on: the rounds of one turn are one model's. */
function choose(draft: Draft, { by, ...wanted }: InputOf<'choose'>): void {
  const { session } = draft;
  const model = wanted.model === undefined ? session.model : wanted.model;
  const effort = wanted.effort === undefined ? session.effort : wanted.effort;
  if (session.deleted_at !== null) return;
  if (model === session.model && effort === session.effort) return;
  draft.change({ model, effort });
  draft.audited = { type: 'choose', by, model, effort };
}

/** The conversation is erased; the audit log keeps what was done. */
function remove(draft: Draft, input: InputOf<'delete'>): void | ConversationRefusal {
  if (input.only_when_idle && (draft.active || draft.queue.length > 0)) {
    const message = 'a turn of this conversation is at work; cancel it first';
    return { ...refuse('conflict', message), busy: true };
  }
  for (const { id } of [...draft.queue].reverse()) cancel(draft, id);
  if (draft.active) cancel(draft, draft.active.id);
  if (draft.session.deleted_at !== null) return;
  draft.change({ deleted_at: draft.moment.now });
  draft.audited = { type: 'delete', by: input.by };
}

function deltas(draft: Draft, { at, deltas: parts }: InputOf<'deltas'>): void {
  let turn = thinking(draft, at);
  if (!turn) return;
  for (const { kind, text } of merged(parts)) {
    turn = draft.event(turn, kind === 'assistant' ? 'assistantDelta' : 'reasoningDelta', {
      delta: text,
    });
  }
}

function observed(draft: Draft, { at, observation }: InputOf<'observed'>): void {
  const turn = thinking(draft, at);
  if (turn) draft.event(turn, observation.type, observation.payload);
}

function thought(draft: Draft, { at, thought: said }: InputOf<'thought'>): void {
  const current = thinking(draft, at);
  if (!current) return;
  if (new Set(said.calls.map((call) => call.tool_call_id)).size < said.calls.length) {
    const error = { code: 'internal', message: 'The model gave two calls the same id. Ask again.' };
    return finish(draft, current, 'failed', error);
  }
  const { raw, text, calls, context_tokens } = said;
  const counted = context_tokens === undefined ? {} : { context_tokens };
  draft.append(current, { role: 'assistant', raw, text, calls, ...counted });
  let turn = draft.patch(current, { usage: sum(current.usage, said.usage ?? {}) });
  turn = draft.event(turn, 'assistantMessage', { message: raw, text });
  if (calls.length > 0) return toolsWanted(draft, turn, said);
  if (typeof said.stop === 'object') return finish(draft, turn, 'failed', said.stop.early);
  if (said.stop === 'more' || turn.steering.length > 0) return think(draft, turn);
  finish(draft, draft.event(turn, 'answer', { content: text }), 'completed');
}

function toolsWanted(draft: Draft, turn: TurnRecord, said: Thought): void {
  const asked = draft.patch(turn, { calls: readyCalls(said) });
  if (typeof said.stop !== 'object') return goOn(draft, asked);
  const { early } = said.stop;
  const closed = closeCalls(draft, asked, () => ({
    code: early.code,
    message: `not run: the message was cut off (${early.message})`,
  }));
  finish(draft, closed, 'failed', early);
}

function brainFailed(draft: Draft, { at, error }: InputOf<'brain_failed'>): void {
  const turn = thinking(draft, at);
  if (turn) finish(draft, turn, 'failed', error);
}

function callOpened(draft: Draft, input: InputOf<'opened'>): void {
  const { active } = draft;
  const call = callOf(active, input);
  if (!active || !call || call.phase === 'answered') {
    // The turn ended while the approval was being opened.
    const { approval_id } = input;
    draft.effects.push({ type: 'cancel_approval', approval_id, reason: 'the turn has ended' });
    return;
  }
  if (call.phase === 'running') goOn(draft, opened(draft, active, call, input.approval_id));
}

function callAnswered(draft: Draft, input: InputOf<'answered'>): void {
  const { active } = draft;
  const call = callOf(active, input);
  if (!active || !call || (call.phase !== 'running' && call.phase !== 'waiting')) return;
  const { taints, granted, selects } = input;
  let turn = active;
  const mark = granted ? 'granted' : 'sensitive';
  if (taints !== undefined && !draft.session[mark]) draft.change({ [mark]: true });
  if (taints !== undefined && !turn.tainted_by.includes(taints)) {
    turn = draft.patch(turn, { tainted_by: [...turn.tainted_by, taints] });
  }
  if (selects !== undefined) draft.change({ agent_id: selects });
  goOn(draft, answered(draft, turn, call, input.outcome));
}

function compacted(draft: Draft, { at, known, turn_id, content }: InputOf<'compacted'>): void {
  const { session, active, queue } = draft;
  if (session.entries !== known || session.deleted_at !== null) return;
  const waits = at === null ? !active && queue.length === 0 : thinking(draft, at) !== undefined;
  if (waits) draft.append({ id: turn_id, session_id: session.id }, content);
}

/**
 * What waits for a person goes on waiting; what was at work has ended, nobody knows how, and is
 * never tried again by itself.
 */
function restarted(draft: Draft, { approvals }: InputOf<'restarted'>): void {
  const { active } = draft;
  if (!active) return startNext(draft);
  let turn = recoverCalls(draft, active, approvals);
  if (!turn.calls.some(({ phase }) => phase === 'waiting')) {
    turn = closeCalls(draft, turn, interrupted);
    return finish(draft, turn, 'failed', fault('interrupted'));
  }
  for (const call of turn.calls) {
    if (call.phase !== 'ready' && call.phase !== 'running') continue;
    const { agent_id } = call;
    turn = answered(draft, turn, call, {
      ...{ status: 'error', error: interrupted(call), call_id: null, agent_id },
    });
  }
  goOn(draft, turn);
}

function thinking({ active }: Draft, at: RoundOf): TurnRecord | undefined {
  if (active?.id !== at.turn_id || active.round !== at.round) return undefined;
  return active.calls.length === 0 ? active : undefined;
}

function merged(parts: readonly Delta[]): Delta[] {
  const whole: Delta[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.kind === part.kind) whole.splice(-1, 1, { ...last, text: last.text + part.text });
    else whole.push(part);
  }
  return whole;
}

function sum(a: TurnRecord['usage'], b: TurnRecord['usage']): TurnRecord['usage'] {
  const all = { ...a };
  for (const [name, count] of Object.entries(b)) all[name] = (all[name] ?? 0) + count;
  return all;
}

function cancelled({ approval_id }: CallState): TurnError {
  const place = approval_id === null ? '' : `; what became of it is at approval ${approval_id}`;
  return { code: 'conflict', message: `the turn was cancelled before this call ended${place}` };
}

function interrupted({ phase }: CallState): TurnError {
  const message =
    phase === 'ready'
      ? 'not run: the server was restarted before it'
      : 'the server was restarted while this was at work; it was not tried again';
  return { code: 'internal', message };
}

function refuse(code: ConversationRefusal['code'], message: string): ConversationRefusal {
  return { ok: false, code, message };
}
