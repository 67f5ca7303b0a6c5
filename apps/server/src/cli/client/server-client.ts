import { ClientError, parsed, refusalIn } from '@kenny/client';
import {
  CLIENT_HEADER,
  FILE_TYPE,
  KENNY_VERSION,
  describeIssues,
  readAnswer,
  type HttpAnswerName,
  type HttpAnswers,
} from '@kenny/contract/client';
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { CliError, codeOf, Interrupted } from '../errors.js';
import type { CliIo } from '../io.js';
import { networkReason } from './network-errors.js';
import type { ServerAddress } from './server-address.js';

/** Largest JSON answer; a tool's result is at most 16 MiB. */
const LARGEST_ANSWER = 64 * 1024 * 1024;
const PATIENCE_MS = 30_000;

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
  /** Raw body instead of JSON; the caller closes it. */
  readonly file?: { readonly bytes: number; readonly stream: Readable };
  /** Without the token, for public routes. */
  readonly open?: boolean;
  /** Further statuses that count as an answer. */
  readonly accepted?: readonly number[];
  /** Deadline of the answer; for `open`, of its first byte. */
  readonly patienceMs?: number;
}

export interface Answer {
  readonly status: number;
  /** The body verbatim. */
  readonly raw: string;
  /** The server's `Date` in epoch ms, to the second; our clock without one. */
  readonly serverTime: number;
}

interface Parts {
  readonly address: ServerAddress;
  /** Read when the first request needs it. */
  readonly token: () => string;
  /** PEM of an extra certificate authority. */
  readonly ca: string | undefined;
  /** Deadline of an answer for which a request names none. */
  readonly patienceMs?: number;
  readonly io: Pick<CliIo, 'clock' | 'stop' | 'readerGone'>;
}

/** Client of the HTTP API. Never follows redirects: the token is for this server only. */
export class ServerClient {
  constructor(private readonly parts: Parts) {}

  get address(): ServerAddress {
    return this.parts.address;
  }

  /** @throws ClientError, CliError `unavailable`, Interrupted */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const patience = this.patience(options.patienceMs);
    try {
      const response = await this.send(method, path, options, patience.signal);
      const raw = await readAll(response);
      const answer = { status: statusOf(response), raw, serverTime: this.timeOf(response) };
      const fine = answer.status < 300 || options.accepted?.includes(answer.status) === true;
      if (!fine) throw this.refusal(answer, response);
      return answer;
    } catch (error) {
      throw this.explained(error, method);
    } finally {
      patience.end();
    }
  }

  /** Streams the answer, which may be larger than memory. */
  async stream(path: string, options: RequestOptions = {}): Promise<IncomingMessage> {
    const patience = this.patience(options.patienceMs);
    try {
      const response = await this.send('GET', path, options, patience.signal);
      if (statusOf(response) < 300) return response;
      const raw = await readAll(response);
      throw this.refusal(
        { status: statusOf(response), raw, serverTime: this.timeOf(response) },
        response,
      );
    } catch (error) {
      throw this.explained(error, 'GET');
    } finally {
      patience.end();
    }
  }

  /** Validates the body. @throws CliError when it is something else */
  async read<N extends HttpAnswerName>(name: N, { raw }: Answer): Promise<HttpAnswers[N]> {
    const read = await readAnswer(name, parsed(raw));
    if (read.ok) return read.value;
    throw new CliError(
      'internal',
      `${this.address.origin} answered something that this version of kenny (${KENNY_VERSION}) ` +
        `cannot read: ${describeIssues(read.issues).slice(0, 300)}; use --json, or the version of ` +
        'the server.',
    );
  }

  /** A network failure as an error for people. */
  explained(error: unknown, method = 'GET'): unknown {
    if (error instanceof CliError || error instanceof ClientError) return error;
    const { stop, readerGone } = this.parts.io;
    if (stop.aborted || readerGone.aborted) return new Interrupted();
    // Network errors have a code; anything else is a bug and is rethrown.
    if (codeOf(error) === '') return error;
    const doubt = method === 'GET' ? '' : ' It may have been done; look before you repeat it.';
    return new CliError(
      'unavailable',
      `${this.address.origin} cannot be reached: ${networkReason(error)}.${doubt}`,
    );
  }

  private send(
    method: string,
    path: string,
    options: RequestOptions,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const url = new URL(path, this.address.origin);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    const body = options.body && JSON.stringify(options.body);
    const { file } = options;
    const headers = {
      ...this.headers(body, options.open === true),
      ...(file && fileHeaders(file)),
    };
    const { ca } = this.parts;
    return new Promise((resolve, reject) => {
      const outgoing = this.address.tls
        ? httpsRequest(url, {
            ...{ method, headers, signal, agent: false },
            ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
          })
        : httpRequest(url, { method, headers, signal, agent: false });
      outgoing.on('response', resolve);
      // Without a listener the request would hang without an answer, an error or a deadline.
      outgoing.on('upgrade', (response, socket) => {
        socket.destroy();
        const said = { status: statusOf(response), raw: '', serverTime: this.timeOf(response) };
        reject(this.refusal(said, response));
      });
      outgoing.on('error', reject);
      if (file) sendFile(file.stream, outgoing);
      else outgoing.end(body);
    });
  }

  private headers(body: string | undefined, open: boolean): OutgoingHttpHeaders {
    return {
      accept: 'application/json',
      'user-agent': `kenny-cli/${KENNY_VERSION}`,
      [CLIENT_HEADER.name]: CLIENT_HEADER.cli,
      ...(open ? {} : { authorization: `Bearer ${this.parts.token()}` }),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
  }

  private patience(ms = this.parts.patienceMs ?? PATIENCE_MS) {
    const { clock, stop, readerGone } = this.parts.io;
    const late = new AbortController();
    const timer = clock.setTimer(() => late.abort(), ms);
    return {
      signal: AbortSignal.any([late.signal, stop, readerGone]),
      end: () => timer.cancel(),
    };
  }

  private timeOf({ headers }: IncomingMessage): number {
    const said = Date.parse(headers.date ?? '');
    return Number.isNaN(said) ? this.parts.io.clock.now() : said;
  }

  private refusal(answer: Answer, { headers }: IncomingMessage): Error {
    const { status, raw } = answer;
    const refusal = refusalIn(parsed(raw), { status, raw });
    if (refusal) return refusal;
    const where =
      status < 400 && headers.location
        ? `sends on to ${headers.location.slice(0, 200)}; use that address if it is your server's`
        : `answered ${status}, and not as kenny does; is that the address of the server?`;
    return new CliError('unavailable', `${this.address.origin} ${where}`);
  }
}

function fileHeaders({ bytes }: NonNullable<RequestOptions['file']>): OutgoingHttpHeaders {
  return { 'content-type': FILE_TYPE, 'content-length': bytes };
}

function sendFile(file: Readable, outgoing: ClientRequest): void {
  file.on('error', (error) => outgoing.destroy(error));
  file.pipe(outgoing);
}

async function readAll(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) {
      response.destroy();
      throw new CliError('too_large', 'The answer of the server is larger than 64 MiB.', 1);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function statusOf({ statusCode }: IncomingMessage): number {
  return statusCode ?? 0;
}
