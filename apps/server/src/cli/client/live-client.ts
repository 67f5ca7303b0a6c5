import {
  CLIENT_HEADER,
  KENNY_VERSION,
  WS_CLOSE_CODES,
  WS_PATH,
  wsReader,
  type UnreadableMessage,
  type WsAction,
  type WsAnswerOf,
  type WsError,
  type WsMessage,
  type WsNotification,
} from '@kenny/contract/client';
import type { IncomingMessage } from 'node:http';
import { rootCertificates } from 'node:tls';
import type { WebSocket } from 'ws';
import { CliError, codeOf, Interrupted, ServerRefusal } from '../errors.js';
import type { CliIo } from '../io.js';
import type { Screen } from '../output/screen.js';
import { look, say } from '../output/shown.js';
import { pause } from '../pause.js';
import { networkReason } from './network-errors.js';
import type { ServerAddress } from './server-address.js';

/** Backoff between connection attempts, in ms; doubles after each failure. */
const AGAIN = { first: 1_000, longest: 30_000 } as const;
const PATIENCE_MS = 30_000;
const NORMAL_END = 1000;

interface Parts {
  readonly address: ServerAddress;
  readonly token: () => string;
  readonly ca: string | undefined;
  readonly io: Pick<CliIo, 'clock' | 'stop' | 'readerGone'>;
  readonly screen: Screen;
}

/** A topic and its listeners. */
export interface Following<A extends WsAction> {
  readonly action: A;
  /** Built per subscription, since it may say where to resume. */
  payload(): object;
  answered(answer: WsAnswerOf<A>): void;
  pushed(event: WsNotification): void;
}

/** How a connection ended: for good, or to be retried. */
type End = { readonly again: boolean; readonly why: string };

/** Client of `/ws`: follows one topic until Ctrl+C, across lost connections and gaps. */
export class LiveClient {
  constructor(private readonly parts: Parts) {}

  /** Never resolves. @throws Interrupted at the end, ServerRefusal, CliError */
  async follow<A extends WsAction>(following: Following<A>): Promise<never> {
    const read = await wsReader();
    let wait: number = AGAIN.first;
    for (let begun = false; ;) {
      const end = await this.once(following, read, () => {
        begun = true;
        wait = AGAIN.first;
      });
      if (!begun || !end.again) throw new CliError('unavailable', end.why);
      this.parts.screen.note(say`${look(`${end.why} Trying again.`, 'dim')}`);
      await pause(this.parts.io, wait);
      wait = Math.min(AGAIN.longest, wait * 2);
    }
  }

  /** One connection, until it ends. `begun` is called when the topic was answered. */
  private async once<A extends WsAction>(
    following: Following<A>,
    read: (text: string) => WsMessage | UnreadableMessage,
    begun: () => void,
  ): Promise<End> {
    const socket = await this.connect();
    const { stop, readerGone, clock } = this.parts.io;
    return new Promise<End>((resolve, reject) => {
      const leave = () => socket.close(NORMAL_END);
      const signal = AbortSignal.any([stop, readerGone]);
      const patience = clock.setTimer(() => socket.terminate(), PATIENCE_MS);
      let refused: Error | undefined;
      const ask = () => {
        const { action } = following;
        socket.send(
          JSON.stringify({ id: action, type: 'request', action, payload: following.payload() }),
        );
      };
      const take = (message: WsMessage | UnreadableMessage) => {
        if (message.type === 'response') {
          patience.cancel();
          following.answered(message.payload as unknown as WsAnswerOf<A>);
          begun();
        } else if (message.type === 'notification') {
          if (message.action === 'stream.gap') ask();
          else following.pushed(message);
        } else {
          refused = message.type === 'error' ? refusalOf(message) : this.misunderstood(message.why);
          leave();
        }
      };
      signal.addEventListener('abort', leave, { once: true });
      socket.on('open', ask);
      socket.on('message', (data: Buffer) => {
        try {
          take(read(data.toString('utf8')));
        } catch (error) {
          // Throwing inside a socket event would crash the process.
          refused = error instanceof Error ? error : new Error(String(error));
          leave();
        }
      });
      socket.on('unexpected-response', (_request, response: IncomingMessage) => {
        void refusedUpgrade(response).then((error) => {
          refused = error ?? this.noKenny(response.statusCode);
          socket.terminate();
        });
      });
      socket.on('error', (error) => (refused ??= this.unreachable(error)));
      socket.on('close', (code) => {
        patience.cancel();
        signal.removeEventListener('abort', leave);
        if (signal.aborted) reject(new Interrupted());
        else if (refused instanceof Unreachable) resolve({ again: true, why: refused.message });
        else if (refused) reject(refused);
        else if (code === WS_CLOSE_CODES.accessEnded) reject(accessEnded());
        else resolve(this.endOf(code));
      });
    });
  }

  private async connect(): Promise<WebSocket> {
    const { address, token, ca } = this.parts;
    // Lazy: most commands need no WebSocket.
    const { WebSocket: Socket } = await import('ws');
    return new Socket(`${address.origin.replace(/^http/, 'ws')}${WS_PATH}`, {
      headers: {
        authorization: `Bearer ${token()}`,
        'user-agent': `kenny-cli/${KENNY_VERSION}`,
        [CLIENT_HEADER.name]: CLIENT_HEADER.cli,
      },
      perMessageDeflate: false,
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    });
  }

  private endOf(code: number): End {
    const { origin } = this.parts.address;
    const why = code === WS_CLOSE_CODES.stopping ? 'is stopping' : 'closed the connection';
    return { again: code !== WS_CLOSE_CODES.protocol, why: `${origin} ${why}.` };
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

  private noKenny(status: number | undefined): CliError {
    return new CliError(
      'unavailable',
      `${this.parts.address.origin} answered ${status ?? 'nothing'}, and not as kenny does; is that ` +
        'the address of the server?',
    );
  }
}

function accessEnded(): CliError {
  return new CliError('unauthenticated', 'The token was revoked or has expired.');
}

/** A network error: retried once a connection has worked. */
class Unreachable extends Error {}

function refusalOf(message: WsError): ServerRefusal {
  const { message: words, details } = message.payload;
  const { code, request_id } = details;
  return new ServerRefusal(
    500,
    { code, message: words, request_id },
    JSON.stringify({
      error: { code, message: words, request_id },
    }),
  );
}

/** The error in the body of a refused upgrade; undefined if it is not kenny's. */
async function refusedUpgrade(response: IncomingMessage): Promise<ServerRefusal | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  const raw = Buffer.concat(chunks).toString('utf8').slice(0, 64_000);
  try {
    const { error } = JSON.parse(raw) as { error: { code: string; message: string } };
    if (typeof error.code !== 'string' || typeof error.message !== 'string') return undefined;
    return new ServerRefusal(response.statusCode ?? 500, error, raw);
  } catch {
    return undefined; // the caller says what it means
  }
}
