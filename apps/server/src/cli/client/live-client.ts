import {
  ClientError,
  LiveConnection,
  parsed,
  refusalIn,
  UNREACHABLE,
  UnreadableError,
  watch,
  type OpenSocket,
  type SocketEnd,
  type Watched,
} from '@kenny/client';
import {
  CLIENT_HEADER,
  KENNY_VERSION,
  WS_CLOSE_CODES,
  WS_PATH,
  wsReader,
  type WsEvent,
  type WsTopic,
} from '@kenny/contract/client';
import type { IncomingMessage } from 'node:http';
import { rootCertificates } from 'node:tls';
import type { WebSocket } from 'ws';
import { CliError, codeOf, Interrupted } from '../errors.js';
import type { CliIo } from '../io.js';
import type { Screen } from '../output/screen.js';
import { look, say } from '../output/shown.js';
import { networkReason } from './network-errors.js';
import type { ServerAddress } from './server-address.js';

const NORMAL_END = 1000;
/** From this status on nobody is there for now: a proxy without its server, or a server at its limit. */
const AWAY = 502;
/** Longest body of a refused upgrade that is read. */
const LONGEST_REFUSAL = 64_000;

interface Parts {
  readonly address: ServerAddress;
  readonly token: () => string;
  readonly ca: string | undefined;
  readonly io: Pick<CliIo, 'clock' | 'stop' | 'readerGone' | 'random'>;
  readonly screen: Screen;
}

/** A failure that may pass by itself. */
class Unreachable extends CliError {
  constructor(message: string) {
    super('unavailable', message);
  }
}

/** Follows one topic of `/ws` until Ctrl+C, across lost connections and gaps. */
export class LiveClient {
  constructor(private readonly parts: Parts) {}

  /**
   * Never resolves. A server that was never there is an error; one that answered once is waited for.
   * @throws Interrupted at the end, ClientError, CliError
   */
  async follow<A extends `${WsTopic}.subscribe`, E extends WsEvent>(
    watched: Omit<Watched<A, E>, 'failed'>,
  ): Promise<never> {
    // Lazy: most commands need no WebSocket.
    const [read, { WebSocket: Socket }] = await Promise.all([wsReader(), import('ws')]);
    const { stop, readerGone, clock, random } = this.parts.io;
    const signal = AbortSignal.any([stop, readerGone]);
    let leave = (): void => undefined;
    const followed = new Promise<never>((_, reject) => {
      let begun = false;
      /** Throwing inside a socket event would crash the process. */
      const guarded =
        <T>(take: (value: T) => void) =>
        (value: T) => {
          try {
            take(value);
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        };
      const live = new LiveConnection({
        ...{ open: this.opener(Socket), clock, random, read },
        again: (end) => begun && this.mayPass(end),
        changed: () => undefined,
        broke: (end) =>
          this.parts.screen.note(say`${look(`${this.failure(end).message} Trying again.`, 'dim')}`),
        ended: (end) => reject(this.failure(end)),
      });
      watch(live, {
        ...watched,
        snapshot: guarded((answer) => {
          begun = true;
          watched.snapshot(answer);
        }),
        patch: guarded((event) => watched.patch(event)),
        // A lost connection says so by itself.
        failed: (error) => {
          if (error.code !== UNREACHABLE) reject(error);
        },
      });
      const interrupted = () => reject(new Interrupted());
      signal.addEventListener('abort', interrupted, { once: true });
      leave = () => {
        signal.removeEventListener('abort', interrupted);
        live.disconnect();
      };
      if (signal.aborted) interrupted();
      else live.connect();
    });
    return followed.finally(() => leave());
  }

  private opener(Socket: typeof WebSocket): OpenSocket {
    const { address, token, ca } = this.parts;
    return (events) => {
      const socket = new Socket(`${address.origin.replace(/^http/, 'ws')}${WS_PATH}`, {
        headers: {
          authorization: `Bearer ${token()}`,
          'user-agent': `kenny-cli/${KENNY_VERSION}`,
          [CLIENT_HEADER.name]: CLIENT_HEADER.cli,
        },
        perMessageDeflate: false,
        ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      });
      let error: Error | undefined;
      socket.on('open', () => events.opened());
      socket.on('message', (data: Buffer) => events.message(data.toString('utf8')));
      socket.on('unexpected-response', (_request, response: IncomingMessage) => {
        void this.refusal(response).then((refusal) => {
          error = refusal;
          socket.terminate();
        });
      });
      socket.on('error', (fault) => (error ??= this.unreachable(fault)));
      socket.on('close', (code, reason) =>
        events.closed({ code, reason: reason.toString('utf8'), ...(error ? { error } : {}) }),
      );
      return {
        send: (text) => socket.send(text),
        close: () =>
          socket.readyState === socket.OPEN ? socket.close(NORMAL_END) : socket.terminate(),
      };
    };
  }

  private mayPass({ code, error }: SocketEnd): boolean {
    if (error instanceof ClientError) return error.status >= AWAY;
    return error ? error instanceof Unreachable : code !== WS_CLOSE_CODES.protocol;
  }

  private failure({ code, error }: SocketEnd): Error {
    const { origin } = this.parts.address;
    if (error instanceof UnreadableError) return this.misunderstood(error.message);
    if (error) return error;
    if (code === WS_CLOSE_CODES.accessEnded) {
      return new CliError('unauthenticated', 'The token was revoked or has expired.');
    }
    const why = code === WS_CLOSE_CODES.stopping ? 'is stopping' : 'closed the connection';
    return new CliError('unavailable', `${origin} ${why}.`);
  }

  private unreachable(error: Error): Error {
    // Network errors have a code; anything else is a bug.
    if (codeOf(error) === '') return error;
    return new Unreachable(
      `${this.parts.address.origin} cannot be reached: ${networkReason(error)}.`,
    );
  }

  private misunderstood(why: string): CliError {
    return new CliError(
      'internal',
      `${this.parts.address.origin} sent something that this version of kenny (${KENNY_VERSION}) ` +
        `cannot read: ${why.slice(0, 300)}; use the version of the server.`,
    );
  }

  /** What a refused upgrade says. A proxy without its server behind it refuses for a while only. */
  private async refusal(response: IncomingMessage): Promise<Error> {
    const status = response.statusCode ?? 0;
    const { origin } = this.parts.address;
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
      const raw = Buffer.concat(chunks).toString('utf8').slice(0, LONGEST_REFUSAL);
      const refusal = refusalIn(parsed(raw), { status, raw });
      if (refusal) return refusal;
    } catch (error) {
      return this.unreachable(error as Error);
    }
    const words = `${origin} answered ${status}, and not as kenny does; is that the address of the server?`;
    return status >= AWAY ? new Unreachable(words) : new CliError('unavailable', words);
  }
}
