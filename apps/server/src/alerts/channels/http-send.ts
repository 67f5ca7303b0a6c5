import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { AddressRefused, canonicalAddress, pinned, type Resolve } from './address-guard.js';
import { answerLine, TRY_MS, type Outcome } from './message.js';

export interface HttpMessage<B extends string | Uint8Array = string> {
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: B;
}

type AnyMessage = HttpMessage<string | Uint8Array>;

export interface HttpPlace {
  readonly allowed: readonly string[];
  readonly resolve?: Resolve;
  readonly signal?: AbortSignal;
}

const MOST_ANSWER_BYTES = 4_096;
/** They may be other tomorrow: a token that is wrong, a topic that is not there yet, too much. */
const MAY_CHANGE = new Set([401, 403, 404, 408, 409, 423, 425, 429]);

/** One request to one pinned address. Redirects are not followed. */
export async function sendHttp(message: AnyMessage, place: HttpPlace): Promise<Outcome> {
  try {
    const url = new URL(message.url);
    const { address, isNamed } = await pinned(url.hostname, place.allowed, place.resolve);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isNamed)) {
      throw new AddressRefused('Only https, or http to an address that is named with the channel.');
    }
    return outcomeOf(await exchange(url, address, message, place.signal));
  } catch (error) {
    const answer = answerLine(error instanceof Error ? error.message : String(error));
    return { result: 'failed', answer };
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function exchange(
  url: URL,
  address: string,
  { method, headers, body }: AnyMessage,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const family = address.includes(':') ? 6 : 4;
  const limit = AbortSignal.timeout(TRY_MS);
  const options: RequestOptions = {
    method,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    agent: false,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    lookup: (_host, { all }, done) =>
      all ? done(null, [{ address, family }]) : done(null, address, family),
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const request = send(url, options, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      const end = (): void => {
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: response.statusCode ?? 0, text });
      };
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size <= MOST_ANSWER_BYTES) parts.push(part);
        else {
          end();
          request.destroy();
        }
      });
      response.on('end', end);
      response.on('error', reject);
    });
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        const peer = canonicalAddress(socket.remoteAddress ?? '');
        if (peer !== address) request.destroy(new AddressRefused('connected somewhere else'));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

function outcomeOf({ status, text }: Answer): Outcome {
  const answer = answerLine(`${status} ${text}`);
  if (status >= 200 && status < 300) return { result: 'sent', answer, status };
  if (status >= 300 && status < 400) {
    return {
      result: 'failed',
      answer: `${status}: it wants to send us elsewhere; not followed`,
      status,
    };
  }
  const final = status >= 400 && status < 500 && !MAY_CHANGE.has(status);
  return { result: final ? 'refused' : 'failed', answer, status };
}
