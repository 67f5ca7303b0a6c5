import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { KennyError } from '../../../kernel/index.js';
import { errorBody } from '../../admission/error-body.js';
import { mayArriveSlowly } from './takes-file.js';

/** How long a request may take to arrive, in ms: its head, and all of it. */
const ARRIVAL = { headMs: 20_000, wholeMs: 60_000 } as const;

/** What node calls a request that has not arrived in `ARRIVAL.wholeMs`. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Requests that never reach express because they are not well-formed get the same answers. */
export function guardRawRequests(server: Server): void {
  server.headersTimeout = ARRIVAL.headMs;
  server.requestTimeout = ARRIVAL.wholeMs;
  server.prependListener('request', (request: IncomingMessage) => {
    request.url = pathOf(request.url ?? '/');
  });
  server.on('clientError', answerBroken);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, text } = answerOf(bad('Only "Expect: 100-continue" is understood.'));
    response.writeHead(status, headers).end(text);
  });
}

/** `GET http://host/path`, as proxies write it, becomes the path; express routes nothing else. */
function pathOf(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  if (!URL.canParse(target)) return `/${target}`;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? pathname + search : `/${pathname}`;
}

/** What node says of a request it cannot read; `rawPacket` is what came last. */
type BrokenRequest = NodeJS.ErrnoException & { rawPacket?: Buffer };

function answerBroken(error: BrokenRequest, socket: Duplex): void {
  if (error.code === LATE && mayArriveSlowly(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, text } = answerOf(brokenRequest(error.code));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines];
  // The answer to a HEAD has no body, or it would be taken for the next answer.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  // Closed, not only ended: whoever sends on would be listened to for ever, now that nothing is timed.
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : text}`, () => socket.destroy());
}

function brokenRequest(code: string | undefined): KennyError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new KennyError('too_large', 'The address and the headers are larger than 16 KiB.');
    case LATE:
      return bad('The request did not arrive in time.');
    default:
      return bad('This is not a well-formed HTTP request.');
  }
}

function bad(message: string): KennyError {
  return new KennyError('bad_args', message);
}

function answerOf(error: KennyError) {
  const text = JSON.stringify(errorBody(error, randomUUID()));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  return { status: error.httpStatus, headers, text };
}
