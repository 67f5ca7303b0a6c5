import type { FrameOf, RegisterMeta, WireErrorCode } from '@kenny/contract/agent';

/** Anything a peer may put on the socket: a frame, any JSON value, raw text, or a binary message. */
export type Outgoing = object | string | Buffer;

/** One call as a handler sees it. */
export interface FakeCall {
  readonly id: string;
  /** The approval that the server named with it. */
  readonly approval?: string;
  /** Aborted by a `cancel` frame and when the connection ends. */
  readonly signal: AbortSignal;
}

export type ToolResult = Record<string, unknown>;
/** Return this and the server waits in vain. */
export const NO_ANSWER = Symbol('no answer');

/** Throw a `ToolFailure` to answer with an error. */
export type FakeHandler = (
  args: Record<string, unknown>,
  call: FakeCall,
) => ToolResult | typeof NO_ANSWER | Promise<ToolResult | typeof NO_ANSWER>;

/** What a handler throws to answer `{ok: false, error: {code, message}}`. */
export class ToolFailure extends Error {
  constructor(
    readonly code: WireErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * What to send instead of a correct handshake frame; `undefined` = say nothing. A promise lets the
 * test choose the moment.
 */
export interface HandshakeScript {
  register?(correct: FrameOf<'register'>): Outgoing | undefined | Promise<Outgoing | undefined>;
  auth?(
    correct: FrameOf<'auth'>,
    challenge: FrameOf<'challenge'>,
  ): Outgoing | undefined | Promise<Outgoing | undefined>;
}

export interface FakeAgentOptions {
  /** The whole address: `ws://127.0.0.1:4000/agent/ws`. */
  readonly url: string;
  readonly agentId?: string;
  /** The agent's 32-byte private seed; a fixed one unless given. */
  readonly seed?: Uint8Array;
  /** The pinned server key, 32 bytes. Without it any server is believed. */
  readonly serverPublicKey?: Uint8Array;
  readonly meta?: Partial<RegisterMeta>;
  readonly features?: string[];
  /** By tool name. A request for any other tool is a failure of the test. */
  readonly handlers?: Readonly<Record<string, FakeHandler>>;
  readonly script?: HandshakeScript;
  /** Does not answer `ping`. */
  readonly mute?: boolean;
  /** PEM of the authority to trust, for `wss:`. */
  readonly ca?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Real milliseconds after which a wait that nothing ends is reported; 5,000 unless given. */
  readonly patienceMs?: number;
}
