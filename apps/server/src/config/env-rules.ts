import { isIP } from 'node:net';
import { ValidateBy } from 'class-validator';
import { bucketPlace } from './backup-bucket.js';
import { modelPrices } from './model-prices.js';
import { isPostgresAddress } from './postgres-address.js';

/**
 * Rules for environment variables. A value arrives as text; each rule says what it expected in
 * words and repeats the value only where it cannot be a secret.
 */
function rule(expected: string, accepts: (text: string) => boolean, secret = false) {
  return ValidateBy({
    name: expected,
    validator: {
      validate: (value: unknown) => typeof value === 'string' && accepts(value),
      defaultMessage: (seen) =>
        `${seen?.property ?? ''} must be ${expected}${secret ? '' : `, not ${JSON.stringify(seen?.value)}`}`,
    },
  });
}

export const WholeNumber = (min: number, max: number, unit = '') =>
  rule(
    `a whole number from ${min} to ${max}${unit}`,
    (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
  );

export const Switch = () => rule('0 or 1', (text) => text === '0' || text === '1');

export const OneWordOf = (words: readonly string[]) =>
  rule(`one of ${words.join(', ')}`, (text) => words.includes(text));

export const HostName = () =>
  rule(
    'an IP address or a host name',
    (text) => isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text),
  );

/** @param howToMake what to do about one that is too short, in words */
export const Secret = (minLength: number, howToMake = '') =>
  rule(
    `at least ${minLength} printable characters without blanks${howToMake}`,
    (text) => text.length >= minLength && /^[\x21-\x7e]+$/.test(text),
    true,
  );

/** An address without query, fragment or credentials, and without a path unless it may have one. */
export const WebAddress = (path: 'no path' | 'path') =>
  rule(
    `an http:// or https:// address without ${path === 'path' ? '' : 'path, '}query or credentials`,
    (text) => isWebAddress(text, path === 'path'),
  );

/** What an admin may set while the server runs. */
export const isPublicFeed = (text: string): boolean =>
  isWebAddress(text, true) && text.startsWith('https://');

/** Plain http only where nobody is on the way: to this machine. */
export const FeedAddress = () =>
  rule(
    'an https:// address without query or credentials',
    (text) =>
      isPublicFeed(text) || (isWebAddress(text, true) && text.startsWith('http://127.0.0.1:')),
  );

/** Not repeated in the message: it may hold a password. */
export const PostgresAddress = () => rule('a postgres:// address', isPostgresAddress, true);

const BASE64_OF_32 = 'the standard base64 of exactly 32 bytes (44 characters)';

/** 32 bytes in the one standard base64 spelling, so that nobody pins a truncated key. */
export const Seed = () => rule(BASE64_OF_32, isBase64Of32, true);

export const PublicKey = () => rule(BASE64_OF_32, isBase64Of32);

function isBase64Of32(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text;
}

export const AgeRecipients = () =>
  rule('a comma-separated list of public keys of age (age1…)', (text) =>
    addressList(text).every((one) => /^age1[02-9ac-hj-np-z]{58}$/.test(one)),
  );

export const BucketAddress = () =>
  rule(
    'https://host/bucket or https://host/bucket/prefix, without query or credentials; http:// to this machine only',
    (text) => bucketPlace(text) !== null,
    // Somebody may have put the key into it.
    true,
  );

export const RegionName = () =>
  rule('the name of a region like us-east-1', (text) => /^[A-Za-z0-9-]{1,64}$/.test(text));

export const PriceList = () =>
  rule(
    'a currency and models with four prices each, like EUR, claude-sonnet-4-6=3/15/0.3/3.75',
    (text) => modelPrices(text) !== null,
  );

export const AddressList = () =>
  rule('a comma-separated list of IP addresses or networks like 10.0.0.0/8', (text) =>
    addressList(text).every(isAddressRange),
  );

/** Names of hosts, `*.` before one for all below it, each with a port where it is not 443. */
export const HostPatterns = () =>
  rule('a comma-separated list of host names like push.example.org or *.example.org', (text) =>
    addressList(text).every((part) =>
      /^(\*\.)?[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:\d{1,5})?$/.test(part),
    ),
  );

export function addressList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

export function isWebAddress(text: string, pathAllowed: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash &&
    (pathAllowed || url.pathname === '/')
  );
}
