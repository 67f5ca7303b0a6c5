import type { RpcTurnEvent, RpcTurnEventType, TurnEvent, TurnEventType } from '@kenny/contract';
import { chatPlaceOf } from '@kenny/contract';
import { iso, isObject } from '@kenny/kernel';
import type { TurnReader } from '../../../chat/index.js';
import { toolCall, toolResult, type ToldCall } from './tool-view.js';
import { turnError } from './turn-view.js';

/** Turns whose calls are remembered; older ones are read again. */
const TURNS = 8;

/** What has to be known of a turn to tell its events in the words of seed 004. */
interface TurnFacts {
  readonly calls: Map<string, ToldCall>;
  /** Numbers of events that the seed does not have, ascending: the others close ranks. */
  readonly untold: number[];
}

/** The engine's events as `turn/event` has them. */
export class WireEvents {
  private readonly turns = new Map<string, TurnFacts>();

  constructor(private readonly reader: TurnReader) {}

  /** Undefined for an event that the seed does not have. */
  async told(event: TurnEvent): Promise<RpcTurnEvent | undefined> {
    const facts = await this.factsOf(event.turn_id, event.sequence > 1);
    note(facts, event);
    const { type, turn_id, session_id, sequence, at } = event;
    if (type === 'toolPending') return undefined;
    if (type === 'turnFinished') this.turns.delete(turn_id);
    return {
      ...{ sequence: sequence - facts.untold.filter((one) => one < sequence).length },
      ...{ timestamp: iso(at), sessionId: session_id, turnId: turn_id, type },
      ...{ payload: payloadOf(type, event, facts), place: chatPlaceOf(event) },
    };
  }

  /** The engine's number of the event that has this one on the wire. */
  async engineSequence(turnId: string, sequence: number): Promise<number> {
    const { untold } = await this.factsOf(turnId);
    return untold.reduce((found, one) => (one <= found ? found + 1 : found), sequence);
  }

  /** @param hasEvents whether there may be stored ones */
  private async factsOf(turnId: string, hasEvents = true): Promise<TurnFacts> {
    const known = this.turns.get(turnId);
    if (known) return known;
    const facts: TurnFacts = { calls: new Map(), untold: [] };
    const types: TurnEventType[] = ['toolCall', 'toolPending'];
    const events = hasEvents ? await this.reader.eventsOfTypes(turnId, types) : [];
    for (const event of events) note(facts, event);
    this.turns.set(turnId, facts);
    const [oldest] = this.turns.keys();
    if (this.turns.size > TURNS && oldest !== undefined) this.turns.delete(oldest);
    return facts;
  }
}

function note({ calls, untold }: TurnFacts, { type, sequence, payload }: TurnEvent): void {
  if (type === 'toolPending' && !untold.includes(sequence)) untold.push(sequence);
  if (type === 'toolCall') calls.set(text(payload['toolCallId']), callIn(payload));
}

function payloadOf(
  type: RpcTurnEventType,
  { payload, at }: TurnEvent,
  { calls }: TurnFacts,
): Record<string, unknown> {
  const { status, error, delta, content } = payload;
  switch (type) {
    case 'turnQueued':
    case 'turnStarted':
      return { status };
    case 'turnSteered':
      return { input: inputIn(payload), createdAt: iso(at) };
    case 'assistantDelta':
    case 'reasoningDelta':
      return { delta };
    case 'assistantMessage':
      return {
        message: { role: 'assistant', content: partsOf(payload['message'], payload['text']) },
      };
    case 'modelRetry':
      return { ...payload };
    case 'toolCall':
      return { ...toolCall(callIn(payload)) };
    case 'toolResult':
      return { ...resultIn(payload, calls) };
    case 'answer':
      return { content };
    case 'turnCancelRequested':
      return {};
    case 'error':
      return { ...turnError({ code: text(payload['code']), message: text(payload['message']) }) };
    case 'turnFinished':
      return { status, error: isObject(error) ? turnError(faultIn(error)) : null };
  }
}

export function callIn({ toolCallId, toolName, args, agentId }: TurnEvent['payload']): ToldCall {
  return {
    ...{ id: text(toolCallId), tool: text(toolName), args: isObject(args) ? args : {} },
    agentId: typeof agentId === 'string' ? agentId : null,
  };
}

/** The end of a call does not repeat its arguments. */
export function resultIn(payload: TurnEvent['payload'], calls: ReadonlyMap<string, ToldCall>) {
  const { status, result, error } = payload;
  const end = callIn(payload);
  const { args } = calls.get(end.id) ?? end;
  return toolResult({ ...end, args }, { status, result, error });
}

export function inputIn({ input }: TurnEvent['payload']): string {
  return isObject(input) ? text(input['text']) : text(input);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const faultIn = ({ code, message }: Record<string, unknown>) => ({
  ...{ code: text(code), message: text(message) },
});

/** What a model said in one round, as normalised parts: thinking first, then text, calls last. */
function partsOf(message: unknown, text: unknown): Record<string, unknown>[] {
  const content: unknown = isObject(message) ? message['content'] : undefined;
  const blocks = Array.isArray(content) ? (content as unknown[]).filter(isObject) : [];
  const ofType = (type: string) => blocks.filter((block) => block['type'] === type);
  const thoughts = ofType('thinking').map(({ thinking }) => ({ type: 'thinking', thinking }));
  const texts = ofType('text').map((block) => ({ type: 'text', text: block['text'] }));
  const calls = ofType('tool_use').map(({ id, name, input }) => ({
    ...{ type: 'toolCall', id, name, arguments: isObject(input) ? input : {} },
  }));
  const said = texts.length === 0 && typeof text === 'string' && text !== '';
  return [...thoughts, ...(said ? [{ type: 'text', text }] : texts), ...calls];
}
