import { type InstalledUpdate, UPDATE_RESULT } from '@kenny/contract/agent';

/** rpm(8): one line for each package, seconds since 1970 first. */
export const RPM_HISTORY = [
  '--query',
  '--all',
  '--queryformat',
  '%{INSTALLTIME}\\t%{NAME}\\t%{VERSION}-%{RELEASE}\\n',
];

/** One installation, complete or failed. */
export interface Installed {
  update: InstalledUpdate;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * /var/log/apt/history.log, one block for each run of apt. Only runs that upgrade something count.
 * apt writes local time; without `End-Date` a run is still going on or was cut off.
 */
export function parseAptHistory(text: string): Installed[] {
  return text.split(/\n{2,}/).flatMap((block) => {
    const values = new Map<string, string>();
    for (const line of block.split('\n')) {
      const at = line.indexOf(': ');
      if (at > 0) values.set(line.slice(0, at), line.slice(at + 2));
    }
    const at = localTime(values.get('Start-Date') ?? '');
    const upgraded = values.get('Upgrade');
    if (at === undefined || upgraded === undefined) return [];
    return [installed(at, titleOf(upgraded), resultOf(values))];
  });
}

function resultOf(values: ReadonlyMap<string, string>): string | null {
  if (values.has('Error')) return UPDATE_RESULT.failed;
  return values.has('End-Date') ? UPDATE_RESULT.succeeded : null;
}

/** `libssl3:amd64 (3.0.16-1, 3.0.17-1), …` → `libssl3 3.0.17-1, openssl 3.0.17-1 and 3 more`. */
function titleOf(upgraded: string): string {
  const packages = upgraded.split('), ').map((one) => {
    const [, name, version] =
      /^(\S{1,256}?)(?::\S{1,32})? \([^,()]{1,128}, ([^,()]{1,128})/.exec(one) ?? [];
    return name === undefined ? one.slice(0, 100) : `${name} ${version}`;
  });
  const rest = packages.length > 3 ? ` and ${packages.length - 3} more` : '';
  return `${packages.slice(0, 3).join(', ')}${rest}`;
}

/** `2025-06-24  14:36:25`, in the time zone of this PC. */
function localTime(text: string): number | undefined {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2}) {1,2}(\d{2}:\d{2}:\d{2})$/.exec(text.trim()) ?? [];
  // Without a zone, a date with a time is local (ECMA-262, Date Time String Format).
  return date === undefined ? undefined : finite(Date.parse(`${date}T${time}`));
}

/** `rpm --query --all` in the form of RPM_HISTORY. */
export function parseRpmHistory(text: string): Installed[] {
  return text.split('\n').flatMap((line) => {
    const [, seconds, name, version] =
      /^(\d{1,12})\t([^\t]{1,256})\t([^\t]{1,256})$/.exec(line) ?? [];
    // Signing keys are in the same list.
    if (seconds === undefined || name === undefined || name === 'gpg-pubkey') return [];
    return [installed(Number(seconds) * 1000, `${name} ${version}`, UPDATE_RESULT.succeeded)];
  });
}

/** /var/log/pacman.log: what was upgraded, and when the lists were last fetched. */
export function parsePacmanLog(text: string): { upgrades: Installed[]; synced?: number } {
  const upgrades: Installed[] = [];
  let synced: number | undefined;
  for (const line of text.split('\n')) {
    const [, time, from, said = ''] =
      /^\[([^\]]{16,30})\] \[(ALPM|PACMAN)\] (.{1,500})$/.exec(line) ?? [];
    const at = time === undefined ? undefined : zonedTime(time);
    if (at === undefined) continue;
    if (from === 'PACMAN' && said === 'synchronizing package lists') synced = at;
    const [, name, version] =
      /^upgraded (\S{1,256}) \(\S{1,128} -> (\S{1,128})\)$/.exec(said) ?? [];
    if (from === 'ALPM' && name !== undefined) {
      upgrades.push(installed(at, `${name} ${version}`, UPDATE_RESULT.succeeded));
    }
  }
  return { upgrades, ...(synced === undefined ? {} : { synced }) };
}

/** `2026-11-19T09:00:00+0100`; a text without a zone is older than 2019 and not of interest. */
function zonedTime(text: string): number | undefined {
  const [, local, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})([+-]\d{2})(\d{2})$/.exec(text) ?? [];
  return local === undefined ? undefined : finite(Date.parse(`${local}${hours}:${minutes}`));
}

function installed(at: number, title: string, result: string | null): Installed {
  return { at, update: { kb: null, title, result, installed_at: new Date(at).toISOString() } };
}

function finite(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined;
}
