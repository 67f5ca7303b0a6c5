import type { ChatEventView, TurnEvent } from '@kenny/contract';
import { CHAT_COST } from '../limits.js';
import { cutResult } from '../cut-result.js';

/** Large results are walked through once, though the same event is stored and then told. */
const shown = new WeakMap<TurnEvent, TurnEvent>();

/** An event as it is stored and told: results are the model's whole, and people's in part. */
export function shownEvent(event: TurnEvent): TurnEvent {
  const known = shown.get(event);
  if (known) return known;
  const made = cutEvent(event);
  shown.set(event, made);
  return made;
}

function cutEvent(event: TurnEvent): TurnEvent {
  const { payload } = event;
  if (payload['result'] === undefined) return event;
  const result = cutResult(payload['result'], CHAT_COST.shownResult);
  return result === payload['result'] ? event : { ...event, payload: { ...payload, result } };
}

export function eventView({ at, payload, ...event }: TurnEvent): ChatEventView {
  return { ...event, at: new Date(at).toISOString(), payload: { ...payload } };
}
