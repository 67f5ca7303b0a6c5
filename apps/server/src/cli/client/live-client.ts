import {
  ClientError,
  LiveConnection,
  UNREACHABLE,
  UnreadableError,
  watch,
  watchTask,
  type OpenSocket,
  type SocketEnd,
  type Watched,
  type WatchedTask,
} from '@kenny/client';
import {
  KENNY_VERSION,
  WS_CLOSE_CODES,
  WS_PATH,
  wsReader,
  type WsEvent,
  type WsTopic,
} from '@kenny/contract/client';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { CliError, Interrupted } from '../errors.js';
import type { CliIo } from '../io.js';
import type { Screen } from '../output/screen.js';
import { look, say } from '../output/shown.js';
import type { ServerAddress } from './server-address.js';
import {
  connectFailure,
  isAway,
  openServerSocket,
  refusedUpgrade,
  Unreachable,
} from './server-socket.js';

const NORMAL_END = 1000;

interface Parts {
  readonly address: ServerAddress;
  readonly token: () => string;
  readonly ca: string | undefined;
  readonly io: Pick<CliIo, 'clock' | 'stop' | 'readerGone' | 'random'>;
  readonly screen: Screen;
}

/** What somebody who follows something tells of it. */
interface Follower {
  readonly guarded: <T>(take: (value: T) => void) => (value: T) => void;
  readonly begun: () => void;
  readonly failed: (error: ClientError) => void;
}

/** Follows one topic of `/ws` until Ctrl+C, across lost connections and gaps. */
export class LiveClient {
  constructor(private readonly parts: Parts) {}

  /** One topic. @throws Interrupted at the end, ClientError, CliError */
  follow<A extends `${WsTopic}.subscribe`, E extends WsEvent>(
    watched: Omit<Watched<A, E>, 'failed'>,
  ): Promise<never> {
    return this.attend((live, { guarded, begun, failed }) =>
      watch(live, {
        ...watched,
        snapshot: guarded((answer) => {
          begun();
          watched.snapshot(answer);
        }),
        patch: guarded((event) => watched.patch(event)),
        failed,
      }),
    );
  }

  /** One task. @throws Interrupted at the end, ClientError, CliError */
  followTask(watched: Omit<WatchedTask, 'failed'>): Promise<never> {
    return this.attend((live, { guarded, begun, failed }) =>
      watchTask(live, {
        ...watched,
        begun: guarded((seq) => {
          begun();
          watched.begun(seq);
        }),
        take: (push, event) => guarded(() => watched.take(push, event))(undefined),
        failed,
      }),
    );
  }

  /** Never resolves. A server that was never there is an error; one that answered once is waited for. */
  private async attend(start: (live: LiveConnection, follower: Follower) => void): Promise<never> {
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
      start(live, {
        guarded,
        begun: () => (begun = true),
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
      const socket = openServerSocket(Socket, WS_PATH, { address, token: token(), ca });
      let error: Error | undefined;
      socket.on('open', () => events.opened());
      socket.on('message', (data: Buffer) => events.message(data.toString('utf8')));
      socket.on('unexpected-response', (_request, response: IncomingMessage) => {
        void refusedUpgrade(response, address).then((refusal) => {
          error = refusal;
          socket.terminate();
        });
      });
      socket.on('error', (fault) => (error ??= connectFailure(fault, address)));
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
    if (error instanceof ClientError) return isAway(error.status);
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

  private misunderstood(why: string): CliError {
    return new CliError(
      'internal',
      `${this.parts.address.origin} sent something that this version of kenny (${KENNY_VERSION}) ` +
        `cannot read: ${why.slice(0, 300)}; use the version of the server.`,
    );
  }
}
