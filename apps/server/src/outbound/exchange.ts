import {
  request as plainRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as tlsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { AddressRefused, canonicalAddress } from './address-guard.js';

export interface HttpMessage<B extends string | Uint8Array = string> {
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'GET' | 'HEAD' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: B;
}

export type AnyHttpMessage = HttpMessage<string | Uint8Array>;

export interface ExchangeLimits {
  readonly timeoutMs: number;
  /** What comes after them is not read. */
  readonly answerBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** One request to one pinned address. Redirects are not followed. */
export function exchange(
  url: URL,
  address: string,
  message: AnyHttpMessage,
  { timeoutMs, answerBytes, signal }: ExchangeLimits,
): Promise<HttpAnswer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const all = signal ? AbortSignal.any([signal, limit]) : limit;
  return new Promise((resolve, reject) => {
    const request = send(url, address, message, all);
    request.on('error', reject);
    request.on('response', (response) => {
      textOf(response, answerBytes).then(
        ({ text }) => resolve({ status: response.statusCode ?? 0, text }),
        reject,
      );
    });
  });
}

/**
 * The same for what takes as long as it takes: it ends when nothing has moved for `idleMs`.
 * @returns the answer from its headers on; whoever does not read it to its end destroys it
 */
export function openExchange(
  url: URL,
  address: string,
  message: AnyHttpMessage,
  { idleMs, signal }: { readonly idleMs: number; readonly signal?: AbortSignal | undefined },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = send(url, address, message, signal);
    request.setTimeout(idleMs, () => {
      request.destroy(Object.assign(new Error('nothing moves'), { code: 'ETIMEDOUT' }));
    });
    request.on('error', reject);
    request.on('response', resolve);
  });
}

/** An answer as text, as far as it may be long; the rest is not read. */
export async function textOf(
  response: IncomingMessage,
  answerBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > answerBytes) break;
    parts.push(part);
  }
  return { text: Buffer.concat(parts).toString('utf8'), isWhole: size <= answerBytes };
}

/** Sealing a large body in one go would keep everybody else waiting. */
const SLICE_BYTES = 256 * 1024;

function* slicesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES);
}

function send(
  url: URL,
  address: string,
  { method, headers, body }: AnyHttpMessage,
  signal?: AbortSignal,
): ClientRequest {
  const family = address.includes(':') ? 6 : 4;
  const options: RequestOptions = {
    method,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    agent: false,
    ...(signal ? { signal } : {}),
    lookup: (_host, { all }, done) =>
      all ? done(null, [{ address, family }]) : done(null, address, family),
  };
  const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, options);
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      const peer = canonicalAddress(socket.remoteAddress ?? '');
      if (peer !== address) request.destroy(new AddressRefused('connected somewhere else'));
    });
  });
  if (typeof body === 'string' || body.length <= SLICE_BYTES) request.end(body);
  else Readable.from(slicesOf(body)).pipe(request);
  return request;
}
