/**
 * JSON-RPC 2.0 over byte streams, as server and as client at once (ADR 0061).
 *
 * ```ts
 * const peer = new Peer({
 *   ...stdioStreams(), framing: contentLength,
 *   ...{ clock: systemClock, log, outgoing: redact },
 *   onDrained: ({ dropped }) => dropped > 0 && peer.notify('session/updated', resync()),
 * });
 * const session: KeyOf = ({ sessionId }) => String(sessionId);
 * peer.onQuick('turns/start', async (params, context) => {
 *   const turn = await engine.start(parse(params)); // an RpcError thrown here is the answer
 *   context.afterReply(() => turn.onEvent((event) => peer.notify('turn/event', event)));
 *   return { turnId: turn.id };
 * }, session);
 * peer.onSlow('sessions/compact', (params, { signal }) => engine.compact(parse(params), signal));
 * peer.start();
 * const answer = await peer.request('ui/ask', { text }, { timeoutMs: MINUTE_MS });
 * process.exitCode = (await peer.closed).reason === 'fatal' ? 1 : 0;
 * ```
 *
 * Messages are read in order. Quick requests with one key are answered in order; slow ones hold up
 * nothing. All that leaves has one order; with `afterReply` or `{ after: context }` a notification
 * leaves behind the answer of a request. Reading stops while 256 requests are at work or too much
 * waits to be written: handlers must come to an end by themselves, since then neither a cancel nor
 * the end of the input is seen.
 */
export { contentLength, MAX_HEADER_BYTES } from './framing/content-length.js';
export type { FrameReader, Framing } from './framing/framing.js';
export { newline } from './framing/newline.js';
export {
  messageTransport,
  type MessageTransport,
  type MessageTransportOptions,
} from './message-transport.js';
export {
  classify,
  isId,
  isMeantAsMessage,
  type Incoming,
  type Message,
  type Params,
  type RpcId,
} from './messages/message.js';
export { parseBody } from './messages/parse-body.js';
export {
  RPC_NUMBERS,
  RpcClosedError,
  RpcError,
  RpcNumber,
  RpcTimeoutError,
  type RpcCode,
} from './messages/rpc-error.js';
export {
  ACP_CANCEL,
  DEFAULT_LIMITS,
  LSP_CANCEL,
  type Answer,
  type CancelDialect,
  type Closed,
  type KeyOf,
  type NotificationHandler,
  type NotifyOptions,
  type PeerLimits,
  type PeerLog,
  type PeerOptions,
  type RequestContext,
  type RequestHandler,
  type RequestOptions,
} from './peer/options.js';
export { Peer } from './peer/peer.js';
export { stdioStreams } from './stdio.js';
