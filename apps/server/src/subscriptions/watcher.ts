/** Somebody who watches: a socket, as the topics see it. */
export interface Watcher {
  /** False once it has gone: then it joins nothing any more. */
  readonly open: boolean;
  /** Hands over one encoded message. False when too much waits already; nothing was taken then. */
  push(message: Buffer): boolean;
  /** Hands over the last message of a stream: a small one, which goes whatever waits. */
  pushLast(message: Buffer): void;
}

/** Called with the payload of the answer (JSON); what is pushed afterwards comes after it. */
export type Deliver = (payload: string) => void;
