import { codeOf } from '../errors.js';

const TROUBLES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start the server, or correct the address',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name cannot be looked up just now',
  ETIMEDOUT: 'it does not answer',
  ABORT_ERR: 'it does not answer in time',
  EPROTO: 'it does not speak TLS there; try http://',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by nobody known; name the PEM file of its authority in KENNY_TLS_CA',
};
const SAME_AS: Readonly<Record<string, string>> = {
  ERR_SSL_WRONG_VERSION_NUMBER: 'EPROTO',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'EPROTO',
  ERR_STREAM_PREMATURE_CLOSE: 'ECONNRESET',
  SELF_SIGNED_CERT_IN_CHAIN: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  UNABLE_TO_GET_ISSUER_CERT: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'DEPTH_ZERO_SELF_SIGNED_CERT',
};

/** Why a server could not be reached, as the end of a sentence. */
export function networkReason(error: unknown): string {
  const code = codeOf(error);
  const words = TROUBLES[SAME_AS[code] ?? code];
  if (words !== undefined) return words;
  if (code.startsWith('HPE_')) return 'it does not speak HTTP there; try https://';
  return code;
}
