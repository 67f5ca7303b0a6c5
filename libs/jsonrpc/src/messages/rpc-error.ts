/** The numbers of JSON-RPC 2.0 §5.1, and LSP's for a cancelled request. */
export const RpcNumber = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  requestCancelled: -32800,
} as const;

/**
 * `error.data.code` of what this library itself refuses, with its number. Programs read these words
 * where a number says too little; what a caller refuses has words of the caller's.
 */
export const RPC_NUMBERS = {
  frame_invalid: RpcNumber.invalidRequest,
  frame_too_large: RpcNumber.invalidRequest,
  duplicate_id: RpcNumber.invalidRequest,
  shutting_down: RpcNumber.invalidRequest,
  unsupported: RpcNumber.methodNotFound,
  invalid_params: RpcNumber.invalidParams,
  internal: RpcNumber.internalError,
  cancelled: RpcNumber.requestCancelled,
} as const;
export type RpcCode = keyof typeof RPC_NUMBERS;

/** The `error` of a response, as it is on the wire. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * An error that the other side may read: thrown by a handler it becomes the answer, word for word,
 * and the other side's error answer is thrown as one by `request`.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    /** A number, of JSON-RPC or of the protocol above it. */
    readonly code: number,
    message: string,
    /** JSON; programs look for a `code` in it. */
    readonly data?: unknown,
  ) {
    super(message);
  }

  /** With a code of this library as `data.code`, and its number. */
  static of(
    code: RpcCode,
    message: string,
    more: Readonly<Record<string, unknown>> = {},
  ): RpcError {
    return new RpcError(RPC_NUMBERS[code], message, { ...more, code });
  }

  toObject(): ErrorObject {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** The connection ended before the other side had answered, or before the request could leave. */
export class RpcClosedError extends Error {
  override readonly name = 'RpcClosedError';
}

/** The other side did not answer in time; it has been told that nobody waits any more. */
export class RpcTimeoutError extends Error {
  override readonly name = 'RpcTimeoutError';
}
