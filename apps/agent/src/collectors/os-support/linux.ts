import { type Collector, reading, unreadable } from '../collector.js';
import { parseKeyValues } from '../key-values.js';
import type { SystemFiles } from '../probe/system-files.js';
import { CODENAMES, END_OF_LIFE, ROLLING } from './end-of-life.js';

/** The second is the vendor's; the first may replace it (os-release(5)). */
const OS_RELEASE = ['/etc/os-release', '/usr/lib/os-release'] as const;

export const osSupport: Collector<'os_support'> = async ({ files, clock }) => {
  const text = await osRelease(files);
  if (text === undefined) return unreadable(`there is neither ${OS_RELEASE.join(' nor ')}`);
  const release = parseKeyValues(text);
  const name = release.get('NAME') ?? release.get('PRETTY_NAME') ?? null;
  if (name === null) return unreadable(`${OS_RELEASE[0]} names no system`);
  const version = await versionOf(files, release);
  const eolDate = endOfLife(release);
  const eol = ROLLING.has(release.get('ID') ?? '') ? false : isOver(eolDate, clock.now());
  return reading<'os_support'>(
    [`${name} ${version ?? ''}`.trim(), supportText(eol, eolDate)].join(', '),
    {
      name: name.slice(0, 256),
      version: version?.slice(0, 128) ?? null,
      build: (await files.attribute('/proc/sys/kernel/osrelease'))?.slice(0, 128) ?? null,
      eol,
      eol_date: eolDate,
    },
  );
};

async function osRelease(files: SystemFiles): Promise<string | undefined> {
  for (const path of OS_RELEASE) {
    const text = await files.readIfThere(path);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Debian writes the point release only into a file of its own. */
async function versionOf(
  files: SystemFiles,
  release: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const version = release.get('VERSION_ID') ?? release.get('VERSION');
  if (release.get('ID') !== 'debian' || version === undefined) return version;
  const point = await files.attribute('/etc/debian_version');
  return point?.startsWith(`${version}.`) ? point : version;
}

/** The last day of support, or null when unknown. */
export function endOfLife(release: ReadonlyMap<string, string>): string | null {
  const said = release.get('SUPPORT_END');
  if (said !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(said)) return said;
  const own = listed(release.get('ID'), release.get('VERSION_ID'));
  if (own !== undefined) return own;
  const below = release.get('UBUNTU_CODENAME') ?? release.get('DEBIAN_CODENAME');
  const base = Object.hasOwn(CODENAMES, below ?? '') ? CODENAMES[below ?? ''] : undefined;
  return (base && listed(base.id, base.version)) ?? null;
}

/** The whole version, then fewer parts of it: `3.22.1` → `3.22`, `9.4` → `9`. */
function listed(id: string | undefined, version: string | undefined): string | undefined {
  if (id === undefined || version === undefined || !Object.hasOwn(END_OF_LIFE, id))
    return undefined;
  const parts = version.split('.').slice(0, 3);
  for (let length = parts.length; length > 0; length -= 1) {
    const day = END_OF_LIFE[id]?.[parts.slice(0, length).join('.')];
    if (day !== undefined) return day;
  }
  return undefined;
}

/** A day lasts until its end in UTC; null in, null out. */
function isOver(day: string | null, now: number): boolean | null {
  if (day === null) return null;
  const end = Date.parse(`${day}T23:59:59.999Z`);
  return Number.isNaN(end) ? null : now > end;
}

function supportText(eol: boolean | null, day: string | null): string {
  if (eol === null) return 'end of support not known';
  if (day === null) return 'rolling release';
  return eol ? `no security updates since ${day}` : `security updates until ${day}`;
}
