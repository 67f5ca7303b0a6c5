import type { OsSupportPayload } from '@kenny/contract/agent';
import type { Untrusted } from './untrusted.js';
import { plain } from './wording.js';

/** Longest name that `FleetAgent` of the contract takes. */
const LONGEST = 60;
/** What a maker adds to the name that people say. */
const ADDED = /(?: GNU\/Linux| Linux)$/;
const POINT_RELEASE = /^(\d+)\.\d[\d.]*$/;
const WINDOWS = /^(?:Microsoft )?(Windows (?:Server )?\d[\d.]*(?: R2)?)\b/;

/**
 * The system as people say it: "Windows 11 24H2", "Debian 12", "Ubuntu 24.04". Undefined when the PC
 * does not name it.
 */
export function systemName({
  name,
  version,
}: Untrusted<Pick<OsSupportPayload, 'name' | 'version'>>): string | undefined {
  const whole = plain(name, '', LONGEST);
  const number = plain(version, '', LONGEST).split(' (')[0] ?? '';
  const windows = WINDOWS.exec(whole)?.[1];
  // A server is known by its year; its release says nothing more.
  if (windows?.startsWith('Windows Server')) return windows;
  if (windows !== undefined) return plain(`${windows} ${number}`, windows, LONGEST);
  if (number === '') return whole === '' ? undefined : whole;
  const short = whole.replace(ADDED, '');
  const release = short === 'Debian' ? number.replace(POINT_RELEASE, '$1') : number;
  return whole === '' ? undefined : plain(`${short} ${release}`, whole, LONGEST);
}
