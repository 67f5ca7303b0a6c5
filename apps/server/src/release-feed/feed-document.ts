import { compareSemver, KENNY_VERSION, SEMVER_LENGTH, type NewerVersion } from '@kenny/contract';
import { isObject, visibleText } from '@kenny/kernel';

const NOTES_MOST = 300;
const URL_MOST = 500;

/**
 * A feed's document, `{version, url, notes?}`: data that somebody else wrote. What is wrong with its
 * address or its notes costs only those.
 * @throws Error in words when it names no version
 */
export function parseFeed(text: string): NewerVersion {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is not valid JSON');
  }
  if (!isObject(value)) throw new Error('it is no object');
  const { version, url, notes } = value;
  if (typeof version !== 'string' || compareSemver(version, version) === undefined) {
    throw new Error(`its "version" is none such as 1.2.3, of at most ${SEMVER_LENGTH} characters`);
  }
  return {
    version,
    url: typeof url === 'string' ? httpsOnly(url) : null,
    notes: typeof notes === 'string' ? noteOf(notes) : null,
  };
}

/** The version itself, if it is newer than this program. */
export function ifNewer(named: NewerVersion): NewerVersion | null {
  return (compareSemver(named.version, KENNY_VERSION) ?? 0) > 0 ? named : null;
}

function httpsOnly(text: string): string | null {
  if (text.length > URL_MOST || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  const isPlain = protocol === 'https:' && username === '' && password === '';
  return isPlain && href.length <= URL_MOST ? href : null;
}

function noteOf(text: string): string | null {
  // Cut first: what is made visible grows.
  const line = visibleText(text.slice(0, NOTES_MOST).replace(/\s+/g, ' ').trim(), 'line');
  return line === '' ? null : line.slice(0, NOTES_MOST);
}
