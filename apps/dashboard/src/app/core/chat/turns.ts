import {
  CHAT_BEGINNING,
  chatPlaceOf,
  type ChatEventView,
  type ChatSessionDetail,
  type ChatTurnView,
} from '@kenny/contract/web';
import { isOver, type ShownTurn } from './shown-turn';
import { afterEvent, emptyTurn } from './turn-reducer';
import { turnOfView } from './turn-of-view';

/** The turns of a conversation, oldest first, and the last event applied to them. */
export interface Turns {
  readonly list: readonly ShownTurn[];
  /** Where to go on: what comes after it is not known yet. */
  readonly place: string;
}

export const NO_TURNS: Turns = { list: [], place: CHAT_BEGINNING };

/**
 * What one page of the server's history comes to. Turns that are over are taken whole; those that
 * are not are told from their beginning, so that what streams in and what was there look the same.
 */
export function turnsOf({ history, last_event }: ChatSessionDetail): Turns {
  const views = history.toReversed();
  const first = views.findIndex((view) => !isOver(view));
  if (first < 0) return { list: views.map(turnOfView), place: last_event };
  const list = views.map((view) => ({ ...turnOfView(view), sequence: isOver(view) ? null : 0 }));
  return { list, place: chatPlaceOf({ turn_id: views[first]?.id ?? '', sequence: 0 }) };
}

/** The same where too much has happened to be told again: what is known now, and what is new. */
export function turnsAsTheyAre({ history, last_event }: ChatSessionDetail): Turns {
  return { list: history.toReversed().map(turnOfView), place: last_event };
}

export function withEarlier({ list, place }: Turns, earlier: readonly ChatTurnView[]): Turns {
  const known = new Set(list.map(({ id }) => id));
  const before = earlier.filter(({ id }) => !known.has(id)).toReversed();
  return { list: [...before.map(turnOfView), ...list], place };
}

/** What only the server counts, of turns that have ended meanwhile. */
export function withUsage({ list, place }: Turns, views: readonly ChatTurnView[]): Turns {
  const known = new Map(views.map((view) => [view.id, view]));
  const counted = list.map((turn) => {
    const { usage = turn.usage, cost } = known.get(turn.id) ?? turn;
    return { ...turn, usage, ...(cost ? { cost } : {}) };
  });
  return { list: counted, place };
}

/**
 * Takes events in their order; those that are there already change nothing, however often they come.
 * Null when one is missing: nobody shows a half of a conversation for the whole.
 */
export function withEvents(turns: Turns, events: readonly ChatEventView[]): Turns | null {
  let next: Turns | null = turns;
  for (const event of events) {
    next = next && withEvent(next, event);
  }
  return next;
}

function withEvent(turns: Turns, event: ChatEventView): Turns | null {
  const { list } = turns;
  const place = chatPlaceOf(event);
  const at = list.findLastIndex(({ id }) => id === event.turn_id);
  const turn = list[at];
  if (!turn) {
    return event.sequence === 1 ? { list: [...list, begun(event)], place } : null;
  }
  if (isKnown(turn, event)) return turns;
  if (turn.sequence !== null && event.sequence !== turn.sequence + 1) return null;
  const after = event.sequence === 1 ? begun(event) : afterEvent(turn, event);
  return { list: list.with(at, after), place };
}

function begun(event: ChatEventView): ShownTurn {
  return afterEvent(emptyTurn(event.turn_id, event.at), event);
}

function isKnown(turn: ShownTurn, { sequence }: ChatEventView): boolean {
  return turn.sequence === null ? isOver(turn) : sequence <= turn.sequence;
}
