import { isLoopbackUrl } from './loopback.js';

/** `KENNY_BACKUP_S3`, taken apart. */
export interface BucketPlace {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly bucket: string;
  /** Before every name; empty, or with a slash at its end. */
  readonly prefix: string;
}

/** Where backups are sent, and as whom. */
export interface BackupBucket extends BucketPlace {
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  /** Somebody has said that what is not encrypted may be sent. */
  readonly plain: boolean;
}

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/;
/** Characters that no signature and no server writes in two ways. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;
const MOST_SEGMENTS = 8;

/** Null: that is no address of a bucket. */
export function bucketPlace(text: string): BucketPlace | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const { protocol, username, password, search, hash, pathname, origin } = url;
  if (username || password || search || hash || /[?#]/.test(text)) return null;
  // The signature does not hide what is sent.
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackUrl(text))) return null;
  const [bucket = '', ...folders] = pathname.replace(/\/$/, '').slice(1).split('/');
  if (!BUCKET.test(bucket) || folders.length > MOST_SEGMENTS) return null;
  if (!folders.every((one) => SEGMENT.test(one))) return null;
  return { origin, bucket, prefix: folders.map((one) => `${one}/`).join('') };
}

/** For people: no scheme, no key. */
export function shownBucket({ origin, bucket, prefix }: BucketPlace): string {
  return `${new URL(origin).host}/${bucket}/${prefix}`.replace(/\/$/, '');
}
