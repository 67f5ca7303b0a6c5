import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { AddressRefused, canonicalAddress } from './address-guard.js';

export interface HttpMessage<B extends string | Uint8Array = string> {
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'GET';
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
  { method, headers, body }: AnyHttpMessage,
  { timeoutMs, answerBytes, signal }: ExchangeLimits,
): Promise<HttpAnswer> {
  const family = address.includes(':') ? 6 : 4;
  const limit = AbortSignal.timeout(timeoutMs);
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
        if (size <= answerBytes) parts.push(part);
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
