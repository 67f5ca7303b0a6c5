import type { Os } from '@kenny/contract/agent';
import { ALLOWED, blocked, type Verdict } from '../verdict.js';
import { COMMON_PATHS, POSIX_PATHS, WINDOWS_PATHS, type PathRule } from './path-rules.js';

const LONGEST_PATH = 4096;
/** Names Windows gives to devices in every folder, with any ending. */
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(\..*)?$/;

/**
 * Judges a path as it is spelled; the caller judges the resolved one as well (design §6, Paths).
 * Relative paths, `..`, device and UNC paths, short names and alternate streams are refused
 * whatever they lead to, because they are how a guarded place is reached by another name.
 */
export function judgePath(path: string, os: Os): Verdict {
  const fault = malformed(path) ?? (os === 'windows' ? windowsSpelling(path) : posixSpelling(path));
  if (fault) return blocked('path.spelling', fault);
  const plain = plainForm(path, os);
  const rules = [...COMMON_PATHS, ...(os === 'windows' ? WINDOWS_PATHS : POSIX_PATHS)];
  const hit = rules.find(({ pattern }: PathRule) => pattern.test(plain));
  return hit ? blocked(hit.id, hit.reason) : ALLOWED;
}

function malformed(path: string): string | undefined {
  if (path === '') return 'the path is empty';
  if (path.length > LONGEST_PATH) return 'the path is too long';
  // eslint-disable-next-line no-control-regex -- that is the point
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'the path holds control characters';
  if (!path.isWellFormed()) return 'the path holds half a character';
  if (path.split(/[\\/]/).includes('..')) return 'the path goes upward (..)';
  return undefined;
}

function posixSpelling(path: string): string | undefined {
  return path.startsWith('/') ? undefined : 'the path is not absolute';
}

function windowsSpelling(path: string): string | undefined {
  if (/^[\\/]{2}/.test(path)) return 'network and device paths are not allowed';
  if (!/^[A-Za-z]:[\\/]/.test(path)) return 'the path is not absolute (C:\\…)';
  const segments = path.slice(3).split(/[\\/]/);
  if (segments.some((segment) => segment.includes(':')))
    return 'alternate data streams are not allowed';
  if (segments.some((segment) => /~\d/.test(segment))) return 'short names (8.3) are not allowed';
  if (segments.some((segment) => DEVICE_NAME.test(segment.toLowerCase().trimEnd()))) {
    return 'device names are not allowed';
  }
  return undefined;
}

/** `/` between segments, no empty or `.` segments, and lower case: rules name each place once. */
function plainForm(path: string, os: Os): string {
  const unified = os === 'windows' ? path.replaceAll('\\', '/') : path;
  const segments = unified
    .normalize('NFKC')
    .split('/')
    // Windows drops dots and blanks at the end of a name.
    .map((segment) => (os === 'windows' ? segment.replace(/[. ]+$/, '') : segment))
    .filter((segment) => segment !== '' && segment !== '.');
  const prefix = os === 'windows' ? '' : '/';
  return (prefix + segments.join('/')).toLowerCase();
}
