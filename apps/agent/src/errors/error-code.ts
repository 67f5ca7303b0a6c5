/**
 * `code` of a system error (`ENOENT`, `EACCES` …), or undefined. Not `instanceof Error`: errors of
 * Node's own modules may come from another realm.
 */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** One line about any thrown value, for the log. */
export function errorText(error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message).split('\n', 1)[0] ?? '';
}

const NO_WAY = 'there is no way from here to the server; is the network connected?';
const NO_NAME = 'the name of the server cannot be looked up; is the network connected?';
const STRANGER = 'what answers there has a certificate that this PC does not know';
const CLOCK = "is this PC's clock right?";
const TROUBLES: Readonly<Record<string, string>> = {
  ENETUNREACH: NO_WAY,
  EHOSTUNREACH: NO_WAY,
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  ECONNREFUSED: 'nothing listens there; is the server running?',
  ETIMEDOUT: 'the server does not answer',
  CERT_NOT_YET_VALID: `the server's certificate is not valid yet; ${CLOCK}`,
  CERT_HAS_EXPIRED: `the server's certificate has expired; ${CLOCK}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: STRANGER,
  SELF_SIGNED_CERT_IN_CHAIN: STRANGER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: STRANGER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: STRANGER,
  CERT_SIGNATURE_FAILURE: STRANGER,
  ERR_TLS_CERT_ALTNAME_INVALID: 'what answers there has a certificate for another name',
};

/** Why there is no connection, for whoever sits at the PC; what the system said follows. */
export function connectionTrouble(error: unknown): string {
  const words = TROUBLES[errorCode(error) ?? ''];
  return words === undefined ? errorText(error) : `${words} (${errorText(error)})`;
}
