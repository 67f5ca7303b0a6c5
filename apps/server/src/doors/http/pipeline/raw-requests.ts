import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { KennyError } from '../../../kernel/index.js';
import { errorBody } from '../../admission/error-body.js';
import { mayArriveSlowly } from './takes-file.js';

/** How long a request may take to arrive, in ms: headers, and all of it. */
const ARRIVAL = { headMs: 20_000, wholeMs: 60_000 } as const;

/** Node's code for a request that did not arrive within `ARRIVAL.wholeMs`. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Malformed requests never reach Express; they get the same kind of answer. */
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

/** Reduces `GET http://host/path`, as proxies send it, to the path, which is all Express routes. */
function pathOf(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  if (!URL.canParse(target)) return `/${target}`;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? pathname + search : `/${pathname}`;
}

/** Node's error for a request it cannot parse; `rawPacket` holds the last bytes received. */
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
  // A body in answer to HEAD would be read as the next answer.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  // Destroyed, not only ended: no timeout applies any more to a peer that keeps sending.
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
