import type {
  WsAction,
  WsAnswerOf,
  WsEvent,
  WsEventOf,
  WsPayloadOf,
  WsTopic,
} from '@kenny/contract/web';
import { asApiError, type ApiError } from '../http/api-error';
import type { LiveSocket } from './live-socket';

interface Place {
  readonly run: string;
  readonly seq: number;
}

type SubscribeAction = Extract<WsAction, `${WsTopic}.subscribe`>;

export interface Watched<A extends SubscribeAction, E extends WsEvent> {
  readonly topic: WsTopic;
  readonly subscribe: A;
  readonly payload: () => WsPayloadOf<A>;
  readonly event: E;
  /** Where one topic carries several streams: whether the event is of this one. */
  readonly mine?: (event: WsEventOf<E>) => boolean;
  snapshot(answer: WsAnswerOf<A>): void;
  patch(event: WsEventOf<E>): void;
  failed(error: ApiError): void;
}

/**
 * One topic, never silently wrong: a snapshot, then patches whose `seq` follow one another. Another
 * run of the server, a gap, or a word of the server that it dropped some: subscribe again.
 */
export function watch<A extends SubscribeAction, E extends WsEvent>(
  socket: LiveSocket,
  watched: Watched<A, E>,
): () => void {
  let place: Place | undefined;
  let asking = 0;

  const subscribe = (): void => {
    place = undefined;
    const mine = (asking += 1);
    socket.request(watched.subscribe, watched.payload()).then(
      (answer) => {
        if (mine !== asking) return;
        place = placeOf(answer);
        watched.snapshot(answer);
      },
      (fault: unknown) => {
        if (mine === asking) watched.failed(asApiError(fault).ofRead());
      },
    );
  };

  const stop = [
    socket.whenOpen(subscribe),
    socket.on(watched.event, (event) => {
      // Before the snapshot there is nothing to patch; it will hold what this one says.
      if (!place || watched.mine?.(event) === false) return;
      const next = placeOf(event);
      if (next.run !== place.run || next.seq !== place.seq + 1) return subscribe();
      place = next;
      watched.patch(event);
    }),
    socket.on('stream.gap', ({ topic }) => {
      if (topic === watched.topic) subscribe();
    }),
  ];
  return () => {
    asking += 1;
    for (const end of stop) end();
  };
}

/** Every answer and event of a stream says where it stands. */
function placeOf(message: object): Place {
  const { run, seq } = message as Place;
  return { run, seq };
}
