import type { ChatEventView } from '@kenny/contract/web';
import type { ClientError } from '../errors/client-error.js';
import { watch, type LivePort } from './watch.js';

export interface WatchedChat {
  readonly session_id: string;
  /** The last event there is, as `<turn>:<sequence>`: what came after it is told again. */
  after(): string;
  /** In their order; the same may come again after a reconnect. */
  take(events: readonly ChatEventView[]): void;
  /** Too much has happened since `after` to be told again: read the history, then go on anew. */
  behind(): void;
  failed(error: ClientError): void;
}

/** The events of a conversation, across lost connections and restarts of the server. */
export function watchChat(live: LivePort, watched: WatchedChat): () => void {
  const { session_id } = watched;
  return watch(live, {
    topic: 'chat',
    subscribe: 'chat.subscribe',
    payload: () => ({ session_id, after: watched.after() }),
    event: 'chat.event',
    stream: { session_id, mine: ({ event }) => event.session_id === session_id },
    snapshot: ({ items }) => watched.take(items),
    patch: ({ event }) => watched.take([event]),
    failed: (error) => (error.code === 'too_large' ? watched.behind() : watched.failed(error)),
  });
}
