/** Why an agent could not be used, for programs; the message is for people. */
export type AcpErrorCode =
  /** It answered with a protocol version that is not spoken here. */
  | 'protocol_version'
  /** It refused `initialize`, or answered with what is no answer to it. */
  | 'initialize_failed'
  /** It did not answer `initialize` in time. */
  | 'initialize_timeout'
  /** It wants somebody to log in first, and not by a way that works without a person. */
  | 'auth_required'
  /** It refused to open or go on with a session. */
  | 'session_refused'
  /** It was silent for too long while a session was opened. */
  | 'session_timeout'
  /** All modes that it offers would let it act without asking. */
  | 'mode_too_wide'
  /** It cannot do what was asked of it. */
  | 'unsupported'
  /** Too many prompts wait, or a session is not open yet. */
  | 'busy'
  /** Its line has ended. */
  | 'ended';

/** What went wrong with an agent, and what to do about it. */
export class AcpError extends Error {
  override readonly name = 'AcpError';

  constructor(
    readonly code: AcpErrorCode,
    message: string,
    /** The number of the agent's own error, if it sent one. */
    readonly rpcCode?: number,
  ) {
    super(message);
  }
}
