import { request as requestHttp, type ClientRequest, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';

/** For TLS: the authorities that Node knows, and one of our own (PEM) where there is one. */
export function trusting(tlsCa: string | undefined): { ca?: string[] } {
  return tlsCa === undefined ? {} : { ca: [...rootCertificates, tlsCa] };
}

/**
 * A request on a connection of its own; it is sent with `end`. An answer that changes the protocol (101)
 * is an error as well: unheard, it would end the request without an answer, an error or a deadline.
 */
export function openRequest(
  url: URL,
  tlsCa: string | undefined,
  options: RequestOptions,
): ClientRequest {
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = open(url, { ...options, agent: false, ...trusting(tlsCa) });
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    request.emit('error', new Error('the answer is a change of protocol'));
  });
  return request;
}
