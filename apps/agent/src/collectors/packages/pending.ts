import type { UpdatablePackage } from '@kenny/contract/agent';
import type { PackageManager } from './managers.js';

/** Pending updates. `security`: how many fix vulnerabilities; undefined if not told. */
export interface Pending {
  packages: UpdatablePackage[];
  security?: number;
}

/** How to ask a manager without network, lock or changes to the PC. */
export interface Question {
  program: string;
  args: readonly string[];
  exitCodes?: readonly number[];
  parse: (text: string) => Pending | undefined;
}

export const QUESTIONS: Readonly<Record<PackageManager, Question>> = {
  apt: {
    program: 'apt-get',
    args: [
      ...['--simulate', '-qq', '-o', 'Debug::NoLocking=true'],
      // Otherwise apt also logs dpkg commands, even in a simulation.
      ...['-o', 'Dir::Log::Planner=/dev/null'],
      ...['-o', 'APT::Get::Show-User-Simulation-Note=false', 'dist-upgrade'],
    ],
    parse: parseApt,
  },
  // 100: there are updates (dnf(8)).
  dnf: { program: 'dnf', args: ['-q', '-C', 'check-update'], exitCodes: [0, 100], parse: parseDnf },
  // 1 without output: there are none (pacman(8)).
  pacman: { program: 'pacman', args: ['-Qu'], exitCodes: [0, 1], parse: parsePacman },
  apk: { program: 'apk', args: ['--no-network', 'version', '-l', '<'], parse: parseApk },
};

export const FLATPAK: Question = {
  program: 'flatpak',
  // With --cached it fails without a stored list, and asks no server.
  args: [...['remote-ls', '--system', '--updates', '--cached'], '--columns=application,version'],
  parse: parseFlatpak,
};

/**
 * `apt-get --simulate dist-upgrade`: `Inst bash [5.2-2] (5.2-3 Debian:12.15/oldstable [amd64])`.
 * Without the first brackets it is a package that comes in anew, not an update.
 */
export function parseApt(text: string): Pending | undefined {
  const packages: UpdatablePackage[] = [];
  let security = 0;
  for (const line of text.split('\n')) {
    const [, id, version, available, origin = ''] =
      /^Inst (\S{1,256}) \[([^\]]{1,128})\] \((\S{1,128}) ([^)]{0,2000})\)/.exec(line) ?? [];
    if (id === undefined || version === undefined || available === undefined) continue;
    packages.push({ id, name: null, version, available });
    if (/security/i.test(origin)) security += 1;
  }
  const isKnown = text.trim() === '' || /^(?:Inst|Conf|Remv) /m.test(text);
  return isKnown ? { packages, security } : undefined;
}

/** `dnf check-update`: name and architecture, version, source; then what replaces what. */
export function parseDnf(text: string): Pending | undefined {
  const [updates = ''] = text.split(/^Obsoleting Packages/m, 1);
  const lines = updates.split('\n').filter((line) => line.trim() !== '');
  const packages = lines.flatMap((line) => {
    const [, id, available] =
      /^(\S{1,256})\.[a-z0-9_]{2,16}\s{1,200}(\S{1,128})\s{1,200}\S{1,128}\s{0,200}$/.exec(line) ??
      [];
    if (id === undefined || available === undefined) return [];
    return [{ id, name: null, version: null, available }];
  });
  return lines.length > 0 && packages.length === 0 ? undefined : { packages };
}

/** `pacman -Qu`: `vim 9.1.0380-1 -> 9.1.0400-1`, with ` [ignored]` where the owner holds it back. */
export function parsePacman(text: string): Pending | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const packages = lines.flatMap((line) => {
    const [, id, version, available, ignored] =
      /^(\S{1,256}) (\S{1,128}) -> (\S{1,128})( \[ignored\])?$/.exec(line.trimEnd()) ?? [];
    if (id === undefined || version === undefined || available === undefined) return [];
    return [{ id, name: null, version, available, isHeld: ignored !== undefined }];
  });
  if (lines.length > 0 && packages.length === 0) return undefined;
  const wanted = packages.filter(({ isHeld }) => !isHeld);
  return {
    packages: wanted.map(({ id, name, version, available }) => ({ id, name, version, available })),
  };
}

/** `apk version -l '<'`: `busybox-1.36.1-r5 < 1.36.1-r6` below a heading. */
export function parseApk(text: string): Pending | undefined {
  const packages: UpdatablePackage[] = [];
  for (const line of text.split('\n')) {
    const [, id, version, available] =
      /^(\S{1,256})-(\d[^\s-]{0,100}-r\d{1,6})\s{1,200}<\s{1,10}(\S{1,128})\s{0,10}$/.exec(line) ??
      [];
    if (id === undefined || version === undefined || available === undefined) continue;
    packages.push({ id, name: null, version, available });
  }
  const isKnown = text.trim() === '' || packages.length > 0 || text.startsWith('Installed:');
  return isKnown ? { packages } : undefined;
}

/** `flatpak remote-ls --columns=application,version`: fields between tabs, without a heading. */
export function parseFlatpak(text: string): Pending | undefined {
  const packages = text.split('\n').flatMap((line) => {
    const [id = '', version = ''] = line.split('\t');
    if (!/^[A-Za-z][\w-]{0,100}(?:\.[\w-]{1,100}){1,10}$/.test(id)) return [];
    return [{ id, name: null, version: null, available: version.trim().slice(0, 128) || null }];
  });
  return text.trim() !== '' && packages.length === 0 ? undefined : { packages };
}
