import { Readable, Writable } from 'node:stream';
import type { Frame, Framing } from './framing/framing.js';

const LF = 0x0a;

/** Told when a message has left, or cannot. */
type Sent = (error?: Error | null) => void;

/** A transport that keeps messages apart by itself, such as a WebSocket, as a peer wants it. */
export interface MessageTransport {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  /** A message that came. False: take no more until `resume`, the peer is busy. */
  receive(message: Buffer): boolean;
  /** Nothing more will come. */
  end(): void;
}

export interface MessageTransportOptions {
  /** Sends one message, as text. */
  readonly send: (json: Buffer, sent: Sent) => void;
  /** The peer takes messages again. */
  readonly resume: () => void;
}

/** Messages that wait here before `receive` says that there are enough. */
const WAITING = 16;

export function messageTransport({ send, resume }: MessageTransportOptions): MessageTransport {
  // In object mode, chunks stay what they are: one message each.
  const input = new Readable({ objectMode: true, highWaterMark: WAITING, read: resume });
  const output = new Writable({
    write: (batch: Buffer, _encoding, done) => sendAll(messagesIn(batch), send, done),
  });
  return {
    ...{ input, output, framing: wholeMessages },
    receive: (message) => input.destroyed || input.push(message),
    end: () => void (input.destroyed || input.push(null)),
  };
}

/** A peer writes several messages at once; JSON on one line has no line end in it. */
const wholeMessages: Framing = {
  toleratesJunk: false,
  encode: (json) => Buffer.from(`${json}\n`),
  reader: ({ maxBodyBytes }) => {
    let waiting: Uint8Array | undefined;
    return {
      push: (chunk) => (waiting = chunk),
      next: (): Frame | undefined => {
        const bytes = waiting;
        waiting = undefined;
        if (!bytes) return undefined;
        return bytes.length <= maxBodyBytes
          ? { kind: 'body', bytes }
          : { kind: 'too_large', beginning: new Uint8Array() };
      },
      get keptBytes() {
        return waiting?.length ?? 0;
      },
    };
  },
};

function messagesIn(batch: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < batch.length;) {
    const end = batch.indexOf(LF, at);
    messages.push(batch.subarray(at, end));
    at = end + 1;
  }
  return messages;
}

function sendAll(
  messages: readonly Buffer[],
  send: MessageTransportOptions['send'],
  done: Sent,
): void {
  let left = messages.length;
  let failure: Error | null = null;
  const sent: Sent = (error) => {
    failure ??= error ?? null;
    left -= 1;
    if (left === 0) done(failure);
  };
  for (const message of messages) send(message, sent);
}
