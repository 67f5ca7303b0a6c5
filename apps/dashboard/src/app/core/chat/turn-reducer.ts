import { TURN_STATUSES, type ChatEventView, type TurnStatus } from '@kenny/contract/web';
import {
  callStatusIn,
  faultIn,
  nullableTextIn,
  numberIn,
  objectIn,
  picturesIn,
  questionIn,
  textIn,
} from './payload';
import { isOver, type ShownCall, type ShownPart, type ShownTurn } from './shown-turn';

/** A turn of which only the ID is known. */
export function emptyTurn(id: string, at: string): ShownTurn {
  return {
    ...{ id, status: 'queued', asked: '', askedAt: at, finishedAt: null, sequence: 0 },
    ...{ parts: [], cancelRequested: false, error: null, usage: {} },
  };
}

/** Pure reducer of a turn's events; the caller checks their order. */
export function afterEvent(turn: ShownTurn, event: ChatEventView): ShownTurn {
  const { sequence } = event;
  return { ...turn, ...changeBy(turn, event), sequence };
}

function changeBy(turn: ShownTurn, event: ChatEventView): Partial<ShownTurn> {
  const { payload, at } = event;
  const id = `e${event.sequence}`;
  switch (event.type) {
    case 'turnQueued':
      return {
        ...{ status: 'queued', asked: textIn(objectIn(payload['input'])['text']), askedAt: at },
        ...withPictures(turn, payload['input']),
      };
    case 'turnStarted':
      return { status: 'running' };
    case 'turnSteered':
      return {
        ...add(turn, { kind: 'said', id, text: textIn(objectIn(payload['input'])['text']) }),
        ...withPictures(turn, payload['input']),
      };
    case 'reasoningDelta':
      return thinks(turn, id, textIn(payload['delta']));
    case 'assistantDelta':
      return speaks(turn, id, textIn(payload['delta']));
    case 'assistantMessage':
      return hasSpoken(turn, id, textIn(payload['text']));
    case 'modelRetry':
      return triesAgain(turn, id, payload);
    case 'toolCall':
      return { status: 'running', ...add(turn, { kind: 'call', id, call: begun(event) }) };
    case 'toolPending':
      return waits(turn, payload);
    case 'toolResult':
      return ended(turn, id, event);
    case 'answer':
      return {};
    case 'turnCancelRequested':
      return { cancelRequested: true };
    case 'error':
      return { error: faultIn(payload) };
    case 'turnFinished':
      return finished(turn, event);
  }
}

function withPictures(turn: ShownTurn, input: unknown): Partial<ShownTurn> {
  const pictures = picturesIn(input);
  return pictures.length > 0 ? { pictures: [...(turn.pictures ?? []), ...pictures] } : {};
}

function add(turn: ShownTurn, part: ShownPart): Partial<ShownTurn> {
  return { parts: [...turn.parts, part] };
}

function thinks(turn: ShownTurn, id: string, delta: string): Partial<ShownTurn> {
  const last = turn.parts.at(-1);
  if (last?.kind !== 'thinking') return add(turn, { kind: 'thinking', id, text: delta });
  return { parts: turn.parts.with(-1, { ...last, text: last.text + delta }) };
}

/** Reasoning between two pieces of text does not split the text: it goes before it. */
function speaks(turn: ShownTurn, id: string, delta: string): Partial<ShownTurn> {
  const at = openText(turn);
  const open = turn.parts[at];
  if (open?.kind !== 'text') return add(turn, { kind: 'text', id, text: delta, open: true });
  return { parts: turn.parts.with(at, { ...open, text: open.text + delta }) };
}

/** The whole text counts, whatever pieces of it have come. */
function hasSpoken(turn: ShownTurn, id: string, text: string): Partial<ShownTurn> {
  const at = openText(turn);
  if (at < 0) return text === '' ? {} : add(turn, { kind: 'text', id, text, open: false });
  const rest = turn.parts.toSpliced(at, 1);
  if (text === '') return { parts: rest };
  const open = turn.parts[at];
  return { parts: turn.parts.with(at, { kind: 'text', id: open?.id ?? id, text, open: false }) };
}

/** A retry starts the answer over: drop what has streamed so far. */
function triesAgain(
  turn: ShownTurn,
  id: string,
  payload: ChatEventView['payload'],
): Partial<ShownTurn> {
  const at = openText(turn);
  const parts = at < 0 ? turn.parts : turn.parts.toSpliced(at, 1);
  const retry = {
    attempt: numberIn(payload['attempt']) ?? 0,
    of: numberIn(payload['maxAttempts']) ?? 0,
    error: textIn(payload['error']),
  };
  return { parts: [...parts, { kind: 'retry', id, retry }] };
}

function begun({ payload, at }: ChatEventView): ShownCall {
  return {
    id: textIn(payload['toolCallId']),
    tool: textIn(payload['toolName']),
    agentId: nullableTextIn(payload['agentId']),
    args: objectIn(payload['args']),
    status: 'pending',
    approvalId: null,
    question: null,
    durationMs: null,
    callId: null,
    startedAt: Date.parse(at),
  };
}

function waits(turn: ShownTurn, payload: ChatEventView['payload']): Partial<ShownTurn> {
  const approvalId = nullableTextIn(payload['approvalId']);
  const question = questionIn(payload['question']);
  const wait = (call: ShownCall): ShownCall => ({ ...call, approvalId, question, waited: true });
  const parts = withCall(turn, textIn(payload['toolCallId']), wait);
  return { status: 'waiting', ...(parts ? { parts } : {}) };
}

function ended(turn: ShownTurn, id: string, event: ChatEventView): Partial<ShownTurn> {
  const { payload } = event;
  const ranMs = numberIn(payload['ranMs']);
  const end = (call: ShownCall): ShownCall => ({
    ...call,
    agentId: nullableTextIn(payload['agentId']),
    status: callStatusIn(payload['status']),
    approvalId: nullableTextIn(payload['approvalId']) ?? call.approvalId,
    ...(payload['result'] === undefined ? {} : { result: payload['result'] }),
    ...errorOf(payload['error']),
    durationMs: numberIn(payload['durationMs']) ?? 0,
    ...(ranMs === null ? {} : { ranMs }),
    callId: nullableTextIn(payload['callId']),
  });
  const parts = withCall(turn, textIn(payload['toolCallId']), end);
  const after = parts ? { parts } : add(turn, { kind: 'call', id, call: end(begun(event)) });
  const waiting = (after.parts ?? []).some(isWaiting);
  return { ...after, status: waiting ? 'waiting' : 'running' };
}

function errorOf(value: unknown): Pick<ShownCall, 'error'> {
  const error = faultIn(value);
  return error ? { error } : {};
}

function isWaiting(part: ShownPart): boolean {
  if (part.kind !== 'call' || part.call.durationMs !== null) return false;
  return part.call.approvalId !== null || part.call.question !== null;
}

function finished(turn: ShownTurn, { payload, at }: ChatEventView): Partial<ShownTurn> {
  return {
    status: endIn(payload['status']),
    error: faultIn(payload['error']) ?? turn.error,
    finishedAt: at,
    // Nothing more comes of what was being said; that it was tried again is of no interest now.
    parts: turn.parts
      .filter(({ kind }) => kind !== 'retry')
      .map((part) => (part.kind === 'text' && part.open ? { ...part, open: false } : part)),
  };
}

function endIn(value: unknown): TurnStatus {
  const status = TURN_STATUSES.find((one) => one === value);
  return status && isOver({ status }) ? status : 'failed';
}

/** The text that is being said, after the last call; -1 when nothing is. */
function openText({ parts }: ShownTurn): number {
  return parts.findLastIndex((part) => part.kind === 'text' && part.open);
}

function withCall(
  { parts }: ShownTurn,
  callId: string,
  change: (call: ShownCall) => ShownCall,
): readonly ShownPart[] | undefined {
  const at = parts.findLastIndex((part) => part.kind === 'call' && part.call.id === callId);
  const part = parts[at];
  return part?.kind === 'call' ? parts.with(at, { ...part, call: change(part.call) }) : undefined;
}
