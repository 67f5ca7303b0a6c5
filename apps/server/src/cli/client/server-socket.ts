import { parsed, refusalIn } from '@kenny/client';
import { CLIENT_HEADER, KENNY_VERSION } from '@kenny/contract/client';
import type { IncomingMessage } from 'node:http';
import { rootCertificates } from 'node:tls';
import type { WebSocket } from 'ws';
import { CliError, codeOf } from '../errors.js';
import { networkReason } from './network-errors.js';
import type { ServerAddress } from './server-address.js';

/** From this status on nobody is there for now: a proxy without its server, or a server at its limit. */
const AWAY = 502;
/** Longest body of a refused upgrade that is read. */
const LONGEST_REFUSAL = 64_000;
/** A server that accepts connections and says nothing. */
const HANDSHAKE_MS = 10_000;

/** Where the server is, who asks, and the certificate that counts beside the usual ones. */
export interface Destination {
  readonly address: ServerAddress;
  readonly token: string;
  readonly ca: string | undefined;
}

/** A failure that may pass by itself. */
export class Unreachable extends CliError {
  constructor(message: string) {
    super('unavailable', message);
  }
}

/**
 * Begins to connect to one of the server's WebSocket doors.
 * @param Socket - given, since most commands need none and do not load it
 */
export function openServerSocket(
  Socket: typeof WebSocket,
  path: string,
  { address, token, ca }: Destination,
): WebSocket {
  return new Socket(`${address.origin.replace(/^http/, 'ws')}${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': `kenny-cli/${KENNY_VERSION}`,
      [CLIENT_HEADER.name]: CLIENT_HEADER.cli,
    },
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_MS,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  });
}

/** Why there was no connection; a bug of ours stays as it is. */
export function connectFailure(error: Error, { origin }: ServerAddress): Error {
  // Network errors have a code; anything else is a bug.
  if (codeOf(error) === '') return error;
  return new Unreachable(`${origin} cannot be reached: ${networkReason(error)}.`);
}

/**
 * What a refused upgrade says: a ClientError of kenny's, or a CliError where something else answered.
 * A proxy without its server behind it refuses for a while only.
 */
export async function refusedUpgrade(
  response: IncomingMessage,
  address: ServerAddress,
): Promise<Error> {
  const status = response.statusCode ?? 0;
  let raw: string;
  try {
    raw = await beginningOf(response);
  } catch (error) {
    return connectFailure(error as Error, address);
  }
  const refusal = refusalIn(parsed(raw), { status, raw });
  if (refusal) return refusal;
  const words = `${address.origin} answered ${status}, and not as kenny does; is that the address of the server?`;
  return isAway(status) ? new Unreachable(words) : new CliError('unavailable', words);
}

export const isAway = (status: number): boolean => status >= AWAY;

async function beginningOf(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= LONGEST_REFUSAL) break;
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, LONGEST_REFUSAL);
}
