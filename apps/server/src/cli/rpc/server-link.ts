import { ClientError } from '@kenny/client';
import { KENNY_VERSION, RPC_PATH, RPC_PUSHED, type RpcCaller } from '@kenny/contract/client';
import {
  messageTransport,
  Peer,
  RpcClosedError,
  RpcError,
  type Params,
  type PeerLog,
  type RequestOptions,
} from '@kenny/jsonrpc';
import { isObject, SECOND_MS, type Clock } from '@kenny/kernel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { networkReason } from '../client/network-errors.js';
import { openServerSocket, refusedUpgrade, type Destination } from '../client/server-socket.js';
import { CliError, codeOf } from '../errors.js';
import { Pace } from './pace.js';
import { unauthorized, unavailable } from './refusal.js';

/** Read anew for each connection. @throws CliError in words */
export type FindServer = () => Destination;

interface Parts {
  readonly destination: FindServer;
  readonly clock: Clock;
  readonly log: PeerLog;
  /** What the server pushes, in order. */
  notified(method: string, params: Params): void;
  /** A connection stands: take up what an earlier one left, before anything else is asked. */
  connected(link: Pick<Peer, 'request'>): Promise<void>;
}

/**
 * How long a request waits for a connection: an editor hears within 2 s that there is none, also when
 * the machine is busy or this process loads a server.
 */
const PATIENCE_MS = 1_000;
/** Requests are done in order: for so long after one has waited in vain, those behind it do not wait. */
const IMPATIENCE_MS = 1_000;
/** Pause between attempts; doubles after each failure. */
const AGAIN = { firstMs: 250, longestMs: 10 * SECOND_MS } as const;
/** A server that accepts connections and says nothing. */
const HANDSHAKE_MS = 10 * SECOND_MS;
const REFUSED = [401, 403];

/**
 * The one connection to the server: made again whenever it ends, for as long as the process runs.
 */
export class ServerLink {
  /** Who asks, as the server last said. */
  caller: RpcCaller | null = null;
  private readonly stopping = new AbortController();
  private peer: Peer | null = null;
  /** Why there is no connection. */
  private trouble: RpcError = unavailable('The server has not answered yet.');
  private readonly waiting = new Set<() => void>();
  /** When a request last waited in vain; monotonic. */
  private waitedInVain = -Infinity;
  /** Ends the pause before the next attempt. */
  private hurry: () => void = () => undefined;

  constructor(private readonly parts: Parts) {}

  /** Resolves after `close`. */
  async run(): Promise<void> {
    let pauseMs: number = AGAIN.firstMs;
    while (!this.stopping.signal.aborted) {
      const lasted = await this.once();
      pauseMs = lasted ? AGAIN.firstMs : Math.min(AGAIN.longestMs, pauseMs * 2);
      await this.pause(pauseMs);
    }
  }

  /**
   * Said again when the server did not look at it because there was too much at once.
   * @throws RpcError of the server, or `backend_unavailable` or `unauthorized` within 2 s
   */
  async request(method: string, params: object, options: RequestOptions = {}): Promise<unknown> {
    for (;;) {
      const peer = this.peer ?? (await this.connection());
      try {
        return await peer.request(method, params, options);
      } catch (error) {
        if (error instanceof RpcClosedError) {
          throw unavailable(
            'The server went away before it answered. If this was to change something, look before you repeat it.',
          );
        }
        const waitMs = unreadFor(error);
        if (waitMs === undefined) throw error;
        await this.passed(waitMs, options.signal);
      }
    }
  }

  close(): void {
    this.stopping.abort();
    this.hurry();
    for (const wake of [...this.waiting]) wake();
  }

  /** @throws RpcError when nobody waits any more */
  private passed(ms: number, signal?: AbortSignal): Promise<void> {
    const over = AbortSignal.any([this.stopping.signal, ...(signal ? [signal] : [])]);
    return new Promise((resolve, reject) => {
      const stop = () => {
        timer.cancel();
        reject(unavailable('Nobody waits for this any more.'));
      };
      const timer = this.parts.clock.setTimer(() => {
        over.removeEventListener('abort', stop);
        resolve();
      }, ms);
      over.addEventListener('abort', stop, { once: true });
      if (over.aborted) stop();
    });
  }

  private async connection(): Promise<Peer> {
    const { clock } = this.parts;
    if (clock.monotonic() - this.waitedInVain < IMPATIENCE_MS) throw this.trouble;
    this.hurry();
    await new Promise<void>((resolve) => {
      const wake = () => {
        timer.cancel();
        this.waiting.delete(wake);
        resolve();
      };
      const timer = clock.setTimer(wake, PATIENCE_MS);
      this.waiting.add(wake);
    });
    if (this.peer) return this.peer;
    this.waitedInVain = clock.monotonic();
    throw this.trouble;
  }

  /** One connection until it ends. Returns whether it ever stood. */
  private async once(): Promise<boolean> {
    let socket: WebSocket | undefined;
    const leave = () => socket?.terminate();
    this.stopping.signal.addEventListener('abort', leave);
    try {
      const destination = this.parts.destination();
      // Lazy: loading it would hold up the answer to `initialize`.
      const { WebSocket: Socket } = await import('ws');
      if (this.stopping.signal.aborted) return false;
      socket = openServerSocket(Socket, RPC_PATH, destination);
      await this.opened(socket, destination);
      const peer = this.speak(socket);
      const hello = { version: KENNY_VERSION };
      const told = await peer.request('kenny/hello', hello, { timeoutMs: HANDSHAKE_MS });
      this.caller = told as RpcCaller;
      await this.parts.connected(peer);
      this.settle(peer);
      await peer.closed;
      this.trouble = unavailable('The connection to the server was lost.');
      return true;
    } catch (error) {
      this.trouble = troubleOf(error);
      if (isRefusal(this.trouble)) this.settle(null);
      return false;
    } finally {
      this.peer = null;
      this.stopping.signal.removeEventListener('abort', leave);
      leave();
    }
  }

  private async opened(socket: WebSocket, { address }: Destination): Promise<void> {
    // Whoever waits for it hears of it; without a listener an error would end the process.
    socket.on('error', () => undefined);
    const refused = new Promise<never>((_, reject) => {
      socket.once('unexpected-response', (_request, response: IncomingMessage) => {
        void refusedUpgrade(response, address).then(reject);
      });
    });
    refused.catch(() => undefined);
    await Promise.race([once(socket, 'open', { signal: this.stopping.signal }), refused]);
  }

  private speak(socket: WebSocket): Peer {
    const { clock, log } = this.parts;
    const pace = new Pace(clock, (json, sent) => socket.send(json, { binary: false }, sent));
    const transport = messageTransport({
      send: (json, sent) => pace.send(json, sent),
      resume: () => socket.resume(),
    });
    socket.on('message', (data: Buffer) => {
      if (!transport.receive(data)) socket.pause();
    });
    socket.on('close', () => {
      transport.end();
      pace.end();
    });
    const { input, output, framing } = transport;
    const peer = new Peer({ input, output, framing, clock, log });
    for (const method of RPC_PUSHED)
      peer.onNotification(method, (params) => this.parts.notified(method, params));
    peer.start();
    return peer;
  }

  private settle(peer: Peer | null): void {
    this.peer = peer;
    if (peer) this.waitedInVain = -Infinity;
    for (const wake of [...this.waiting]) wake();
  }

  private pause(ms: number): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.parts.clock.setTimer(resolve, ms);
      this.hurry = () => {
        timer.cancel();
        resolve();
      };
    });
  }
}

function isRefusal({ data }: RpcError): boolean {
  return (data as { code?: unknown } | undefined)?.code === 'unauthorized';
}

/** How long to wait before the server looks at it; undefined if it did, or was never asked. */
function unreadFor(error: unknown): number | undefined {
  if (!(error instanceof RpcError) || !isObject(error.data)) return undefined;
  const { unread, retryAfter } = error.data;
  return unread === true && typeof retryAfter === 'number' ? retryAfter * SECOND_MS : undefined;
}

function troubleOf(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof ClientError) {
    const refused = REFUSED.includes(error.status);
    return refused ? unauthorized(error.message) : unavailable(error.message);
  }
  if (error instanceof CliError) {
    return error.code === 'unauthenticated'
      ? unauthorized(error.message)
      : unavailable(error.message);
  }
  if (codeOf(error) !== '')
    return unavailable(`The server cannot be reached: ${networkReason(error)}.`);
  return unavailable('The server closed the connection before it said anything.');
}
