import { request as requestHttp, type ClientRequest, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';

/** TLS options: Node's certificate authorities, plus one of our own (PEM) where configured. */
export function trusting(tlsCa: string | undefined): { ca?: string[] } {
  return tlsCa === undefined ? {} : { ca: [...rootCertificates, tlsCa] };
}

/**
 * A request on its own connection; `end` sends it. A protocol switch (101) is an error too:
 * unhandled, it would end the request without answer, error or timeout.
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
    request.emit('error', new Error('the server switched protocols'));
  });
  return request;
}
