/** What a reader found next in the bytes. */
export type Frame =
  /** The bytes of one message; valid until the next call. */
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  /** Its bytes are discarded; reading goes on behind it. */
  | { readonly kind: 'too_large'; readonly beginning: Uint8Array }
  /** Its text is in a character set that is not read here; reading goes on behind it. */
  | { readonly kind: 'charset'; readonly charset: string }
  /** From here on nobody knows where a message begins. */
  | { readonly kind: 'fatal'; readonly why: string };

/** Finds messages in bytes that come in any pieces. Never throws, and keeps no more than one message. */
export interface FrameReader {
  /** Gives it bytes; it keeps them, so they must not change. To be called only when `next` has no more. */
  push(chunk: Uint8Array): void;
  next(): Frame | undefined;
  /** How many bytes are kept: for tests of the limits. */
  readonly keptBytes: number;
}

/** How messages are told apart in a stream of bytes. */
export interface Framing {
  /** Programs that are not ours may print other things between messages; they are skipped. */
  readonly toleratesJunk: boolean;
  reader(limits: FrameLimits): FrameReader;
  /** A message as it is written. */
  encode(json: string): Buffer;
}

export interface FrameLimits {
  /** Of one message, without its header or line end. */
  readonly maxBodyBytes: number;
}
