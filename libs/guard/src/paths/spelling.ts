import type { Os } from '@kenny/contract/agent';
import { LIMITS } from '../verdict.js';

type Limit = (typeof LIMITS)[keyof typeof LIMITS];

// eslint-disable-next-line no-control-regex -- that is the point
const CONTROL = /[\u0000-\u001f\u007f]/;
/** Code points that file systems of macOS pass over when they compare names. */
// eslint-disable-next-line no-misleading-character-class -- each stands for itself
const IGNORABLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/;
const DEVICE_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/;
const SHORT_NAME = /^[^.~]{1,6}~[0-9]{1,4}(?:\.[^.]{0,3})?$/;
/** Characters that cannot stand in a name of Windows, but can change what a path means. */
const WINDOWS_ODD = /[<>"|?*]/;

export interface Spelling {
  /** The one spelling that rules meet: `/` between names, no drive letter, lower case. */
  readonly path: string;
}

/** Shape of a path whose system is unknown. */
export function systemOf(path: string): Os {
  return /^[A-Za-z]:|^\\|^\/\/|\\/.test(path) ? 'windows' : 'linux';
}

/**
 * Brings a path into the spelling that rules meet, or says which limit its spelling breaks. Pure:
 * looks at nothing but the text.
 */
export function spell(path: string, os: Os): Spelling | Limit {
  if (CONTROL.test(path) || !path.isWellFormed()) return LIMITS.oddSpelling;
  return os === 'windows' ? spellWindows(path) : spellUnix(path, os);
}

function spellWindows(path: string): Spelling | Limit {
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('//') || slashed.startsWith('/??')) return LIMITS.networkPath;
  if (!/^[A-Za-z]:\//.test(slashed)) return LIMITS.relativePath;
  const names = fold(slashed.slice(3)).split('/');
  for (const name of names) {
    const broken = brokenWindowsName(name);
    if (broken) return broken;
  }
  return { path: join(names) };
}

function brokenWindowsName(name: string): Limit | undefined {
  if (name === '..') return LIMITS.parentSegment;
  if (name.includes(':')) return LIMITS.stream;
  if (SHORT_NAME.test(name)) return LIMITS.shortName;
  if (DEVICE_NAME.test(name)) return LIMITS.networkPath;
  // Windows drops dots and blanks at the end of a name.
  const odd = WINDOWS_ODD.test(name) || (name !== '.' && /[. ]$/.test(name));
  return odd ? LIMITS.oddSpelling : undefined;
}

function spellUnix(path: string, os: Os): Spelling | Limit {
  if (!path.startsWith('/')) return LIMITS.relativePath;
  if (os === 'macos' && IGNORABLE.test(path)) return LIMITS.oddSpelling;
  const names = fold(path.slice(1)).split('/');
  return names.includes('..') ? LIMITS.parentSegment : { path: join(names) };
}

/** Upper case first: then letters that only look foreign (long s, dotless i) are plain ones too. */
const fold = (text: string) => text.toUpperCase().toLowerCase();

const join = (names: readonly string[]) =>
  `/${names.filter((name) => name !== '' && name !== '.').join('/')}`;
