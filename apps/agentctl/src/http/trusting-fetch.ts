import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';

/** Statuses whose answers have no body (Fetch standard). */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/**
 * `fetch` over HTTPS that trusts one more authority. Node's own takes none, and programs built on
 * Electron may ignore NODE_EXTRA_CA_CERTS.
 * @param authority - PEM
 */
export function trustingFetch(
  authority: string,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const agent = new Agent({ ca: [...rootCertificates, authority], keepAlive: true });
  return (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(url, {
        ...{ agent, method, headers: Object.fromEntries(new Headers(headers)) },
        ...(signal ? { signal } : {}),
      });
      sent.once('error', reject);
      sent.once('response', (answer) => {
        const status = answer.statusCode ?? 0;
        const given = new Headers();
        for (const [name, values] of Object.entries(answer.headersDistinct)) {
          for (const value of values ?? []) given.append(name, value);
        }
        const isEmpty = WITHOUT_BODY.includes(status);
        if (isEmpty) answer.resume();
        resolve(
          new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), {
            ...{ status, headers: given },
          }),
        );
      });
      sent.end(typeof body === 'string' ? body : undefined);
    });
}
