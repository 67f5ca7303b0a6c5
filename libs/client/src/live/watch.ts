import type {
  WsAction,
  WsAnswerOf,
  WsEvent,
  WsEventOf,
  WsPayloadOf,
  WsTopic,
} from '@kenny/contract/web';
import type { ClientError } from '../errors/client-error.js';
import type { LiveConnection } from './connection.js';

interface Place {
  readonly run: string;
  readonly seq: number;
}

type SubscribeAction = Extract<WsAction, `${WsTopic}.subscribe`>;

/** A connection as whoever watches uses it. */
export type LivePort = Pick<LiveConnection, 'whenOpen' | 'on' | 'request'>;

export interface Watched<A extends SubscribeAction, E extends WsEvent> {
  readonly topic: WsTopic;
  readonly subscribe: A;
  /** Built per subscription, since it may say where to go on. */
  readonly payload: () => WsPayloadOf<A>;
  readonly event: E;
  /** Where one topic carries several streams: which, and whether an event is of it. */
  readonly stream?: { readonly session_id: string; mine(event: WsEventOf<E>): boolean };
  snapshot(answer: WsAnswerOf<A>): void;
  patch(event: WsEventOf<E>): void;
  failed(error: ClientError): void;
}

/**
 * One topic, never silently wrong: a snapshot, then patches whose `seq` follow one another. Another
 * run of the server, a gap, or a word of the server that it dropped some: subscribe again.
 * @returns ends it, at the server too
 */
export function watch<A extends SubscribeAction, E extends WsEvent>(
  live: LivePort,
  watched: Watched<A, E>,
): () => void {
  const { topic, stream } = watched;
  const which = stream && { session_id: stream.session_id };
  let place: Place | undefined;
  let asking = 0;

  const subscribe = (): void => {
    place = undefined;
    const mine = (asking += 1);
    live.request(watched.subscribe, watched.payload()).then(
      (answer) => {
        if (mine !== asking) return;
        place = placeOf(answer);
        watched.snapshot(answer);
      },
      (error: ClientError) => {
        if (mine === asking) watched.failed(error);
      },
    );
  };

  const stop = [
    live.whenOpen(subscribe),
    live.on(watched.event, (event) => {
      // Before the snapshot there is nothing to patch; it will hold what this one says.
      if (!place || stream?.mine(event) === false) return;
      const next = placeOf(event);
      if (next.run !== place.run || next.seq !== place.seq + 1) return subscribe();
      place = next;
      watched.patch(event);
    }),
    live.on('stream.gap', (gap) => {
      const other = which && gap.session_id !== undefined && gap.session_id !== which.session_id;
      if (gap.topic === topic && !other) subscribe();
    }),
  ];
  return () => {
    asking += 1;
    for (const end of stop) end();
    // Without a connection there is nothing to end: the subscription went with it.
    live.request('unsubscribe', { topic, ...which }).catch(() => undefined);
  };
}

/** Every answer and event of a stream says where it stands. */
function placeOf(message: object): Place {
  const { run, seq } = message as Place;
  return { run, seq };
}
