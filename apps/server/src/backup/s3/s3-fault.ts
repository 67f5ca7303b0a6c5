import type { ErrorCode } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { KennyError } from '../../kernel/index.js';

/** Why a bucket did not do what it was asked, in words of ours. */
export class S3Fault extends KennyError {
  constructor(
    message: string,
    /** The bucket's own word for it, or the system's. */
    readonly reason: string,
    /** It may go well if it is tried again. */
    readonly mayPass = false,
    code: ErrorCode = 'unavailable',
  ) {
    super(code, `${message} (${reason})`);
  }
}

const KEY = 'Look at KENNY_BACKUP_S3_KEY_ID and KENNY_BACKUP_S3_SECRET.';
const AGAIN = 'kenny tries again by itself.';

/** By the bucket's word: what is wrong with it, after the host's name, and what to do. */
const BY_REASON: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: `does not know this key. ${KEY}`,
  SignatureDoesNotMatch: `says that the secret does not fit the key. ${KEY}`,
  AccessDenied: 'does not allow this with this key. Give it the right to read, write and list.',
  AllAccessDisabled: 'has closed this bucket. Ask its provider.',
  AccountProblem: 'has closed this account. Ask the provider.',
  NoSuchBucket:
    'has no bucket of this name. Make it there, or correct KENNY_BACKUP_S3; kenny makes none.',
  InvalidBucketName: 'cannot have a bucket of this name. Correct KENNY_BACKUP_S3.',
  RequestTimeTooSkewed:
    'has another time than this server. Set the clock of this server (timedatectl).',
  AuthorizationHeaderMalformed: 'has this bucket in another region. Set KENNY_BACKUP_S3_REGION.',
  PermanentRedirect: 'has this bucket elsewhere. Take the address of its region.',
  TemporaryRedirect: 'has this bucket elsewhere. Take the address of its region.',
  QuotaExceeded: 'has no room left in this bucket. Make room, or have its limit raised.',
  InsufficientStorage: 'has no room left. Make room there.',
  XMinioStorageFull: 'has no room left. Make room there.',
  EntityTooLarge: 'takes no file of this size.',
  BadDigest: 'received something else than was sent.',
  XAmzContentSHA256Mismatch: 'received something else than was sent.',
  NoSuchKey: 'has no backup of this name. "kenny backup list --from s3" shows those that it has.',
  NoSuchUpload: 'has forgotten what was sent so far.',
};

const PASSING = new Set([
  ...['SlowDown', 'ServiceUnavailable', 'InternalError', 'RequestTimeout', 'Throttling'],
  // On the way something was changed.
  ...['BadDigest', 'XAmzContentSHA256Mismatch'],
]);
const REASON = /^[A-Za-z0-9.]{1,60}$/;

/** @param said - its word, as it came; an answer to HEAD has none */
export function faultOfAnswer(host: string, status: number, said: string | undefined): S3Fault {
  const reason = said !== undefined && REASON.test(said) ? said : `HTTP ${status}`;
  const known = BY_REASON[reason] ?? byStatus(status);
  const mayPass = PASSING.has(reason) || (status >= 500 && status !== 501 && status !== 507);
  return new S3Fault(
    `${host} ${known}`,
    reason,
    mayPass || status === 429,
    status === 404 ? 'not_found' : 'unavailable',
  );
}

function byStatus(status: number): string {
  if (status >= 300 && status < 400) {
    return 'sends kenny elsewhere, where it does not go. Correct KENNY_BACKUP_S3 or KENNY_BACKUP_S3_REGION.';
  }
  if (status === 401 || status === 403) return `refuses this key. ${KEY}`;
  if (status === 404) return 'has no such bucket or file. Look at KENNY_BACKUP_S3.';
  if (status === 507) return 'has no room left. Make room there.';
  if (status >= 500 || status === 429) return `is in trouble. ${AGAIN}`;
  return 'does not understand kenny. Look whether KENNY_BACKUP_S3 is an S3 address.';
}

/** No answer at all. */
export function faultOfWay(host: string, error: unknown): S3Fault {
  const found = isObject(error) ? String(error['code']) : '';
  return noWay(host, REASON.test(found.replaceAll('_', '')) ? found : 'no answer');
}

/** @param code - of the system */
export function noWay(host: string, code: string): S3Fault {
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    const passes = code === 'EAI_AGAIN';
    return new S3Fault(`The name ${host} has no address. Look at the network.`, code, passes);
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code)) {
    return new S3Fault(
      `${host} cannot show that it is who it says. For a certificate of your own set NODE_EXTRA_CA_CERTS.`,
      code,
    );
  }
  return new S3Fault(`${host} cannot be reached. Look at the network. ${AGAIN}`, code, true);
}

/** It answered, but not as S3 does. */
export function strangeAnswer(host: string, what: string): S3Fault {
  return new S3Fault(
    `${host} does not answer as S3 does: ${what}. Look at KENNY_BACKUP_S3.`,
    'strange answer',
  );
}
