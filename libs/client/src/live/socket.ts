/** One WebSocket, as far as a connection needs it. */
export interface Socket {
  send(text: string): void;
  /** Ends it, whatever state it is in. Events may still come and are ignored. */
  close(): void;
}

/** How a socket ended, or never came to be. */
export interface SocketEnd {
  /** Close code; 1006 where nobody said goodbye. */
  readonly code: number;
  readonly reason: string;
  /** Why, where the program knows more than the code says. */
  readonly error?: Error;
}

/** What a socket tells; `closed` is the last, once. */
export interface SocketEvents {
  opened(): void;
  message(text: string): void;
  closed(end: SocketEnd): void;
}

/**
 * Begins to connect to `/ws`. A program brings it: the address, who asks (token or cookie), the
 * certificates that count, and the WebSocket itself.
 */
export type OpenSocket = (events: SocketEvents) => Socket;

/** Close code of a socket that ended without a close frame. */
export const WITHOUT_GOODBYE = 1006;
