import type { TurnEvent } from '@kenny/contract';
import { cutToFit } from '../../model-tools/index.js';
import { CHAT_COST } from '../limits.js';

/** Each event is stored and then sent: cut its large result only once. */
const stored = new WeakMap<TurnEvent, TurnEvent>();

/** An event as it is stored and told: only the model gets whole results. */
export function storedEvent(event: TurnEvent): TurnEvent {
  const known = stored.get(event);
  if (known) return known;
  const made = cutEvent(event);
  stored.set(event, made);
  return made;
}

function cutEvent(event: TurnEvent): TurnEvent {
  const { payload } = event;
  if (payload['result'] === undefined) return event;
  const result = cutToFit(payload['result'], CHAT_COST.shownResult);
  return result === payload['result'] ? event : { ...event, payload: { ...payload, result } };
}
