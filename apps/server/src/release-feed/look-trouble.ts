import { AddressRefused } from '../outbound/index.js';

/** A name that nobody has, and a network that is away, look the same from here. */
const UNKNOWN = ['ENOTFOUND', 'EAI_AGAIN'];
const SILENT = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ABORT_ERR', 'TimeoutError'],
];

/** It answered, with nothing that names a version. */
export class FeedAnswer extends Error {}

/** Why nothing was learned of a feed, for somebody who is to do something about it. */
export function lookTrouble(error: unknown, host: string): string {
  if (error instanceof AddressRefused || error instanceof FeedAnswer) return error.message;
  const code = codeOf(error);
  if (UNKNOWN.includes(code)) {
    return `There is no server ${host}, or this computer is not on the internet.`;
  }
  if (SILENT.includes(code)) return `${host} did not answer.`;
  if (/CERT|TLS|SSL/.test(code)) return `${host} does not show a certificate that counts.`;
  return `${host} could not be read: ${error instanceof Error ? error.message : String(error)}`;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
