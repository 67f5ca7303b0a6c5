import { SERVICE_START, type ReportedAutostart } from '@kenny/contract/agent';
import { type Collector, reading } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { Unreadable } from '../../errors/unreadable.js';
import { readServices, serviceManager } from '../services/linux.js';
import { count, some } from '../words.js';
import { parseDesktopEntry } from './desktop-entry.js';
import { programOf } from './program-of.js';
import { readEnabledUnits } from './systemd-units.js';
import { localHomes } from './users.js';

const MAX_FILES = 300;
/** Users write these files, so less is read of them than of the system's. */
const DESKTOP_BYTES = 16 * 1024;
const CRONTAB_BYTES = 64 * 1024;
const RC_LOCAL = '/etc/rc.local';
const SYSTEM_AUTOSTART = '/etc/xdg/autostart';
/** In the home folder; most desktops do not change XDG_CONFIG_HOME. */
const USER_AUTOSTART = '.config/autostart';
const CRON_FOLDERS = ['/var/spool/cron/crontabs', '/var/spool/cron'] as const;

/** Entries found, and the places that could not be read. */
interface Found {
  entries: ReportedAutostart[];
  gaps: string[];
}

export const autostart: Collector<'autostart'> = async (probe) => {
  const { entries, gaps } = await readAutostart(probe);
  const missed = gaps.length === 0 ? '' : `; not looked at: ${some(gaps, 2)}`;
  return reading<'autostart'>(`${count(entries.length, 'entry', 'entries')}${missed}`, { entries });
};

/**
 * What starts with the system or at log-on. Shared with `diag_autostart`.
 * @throws Unreadable when the service manager runs but does not answer.
 */
export async function readAutostart(probe: Probe): Promise<Found> {
  const found: Found = { entries: await serviceEntries(probe), gaps: [] };
  if (await probe.files.isExecutable(RC_LOCAL)) {
    found.entries.push({ name: 'rc.local', command: RC_LOCAL, location: RC_LOCAL });
  }
  await look(found, SYSTEM_AUTOSTART, () => desktopEntries(probe, SYSTEM_AUTOSTART));
  const homes = await localHomes(probe.files);
  for (const { home } of homes.local) {
    const folder = `${home}/${USER_AUTOSTART}`;
    await look(found, folder, () => desktopEntries(probe, folder));
  }
  if (homes.remote.length > 0) found.gaps.push(count(homes.remote.length, 'home on a network'));
  await look(found, '/etc/crontab', () => cronEntries(probe, '/etc/crontab', 'system'));
  await lookInFolder(probe, found, '/etc/cron.d', 'system');
  for (const folder of CRON_FOLDERS) await lookInFolder(probe, found, folder, 'user');
  return found;
}

/** An unreadable place is a gap, not the end of the reading. */
async function look(
  found: Found,
  place: string,
  read: () => Promise<ReportedAutostart[]>,
): Promise<void> {
  try {
    found.entries.push(...(await read()));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    found.gaps.push(place);
  }
}

/** Where no service manager runs (a container), no service starts by itself. */
async function serviceEntries(probe: Probe): Promise<ReportedAutostart[]> {
  const manager = await serviceManager(probe);
  if (manager === undefined) return [];
  if (manager === 'systemd') return readEnabledUnits(probe);
  return (await readServices(probe))
    .filter(({ start }) => start === SERVICE_START.auto)
    .map(({ name }) => ({ name, command: null, location: `/etc/init.d/${name}` }));
}

async function desktopEntries({ files }: Probe, folder: string): Promise<ReportedAutostart[]> {
  const names = (await files.listIfThere(folder, MAX_FILES)).filter((n) => n.endsWith('.desktop'));
  const entries: ReportedAutostart[] = [];
  for (const name of names) {
    const location = `${folder}/${name}`;
    const text = await files.readIfThere(location, DESKTOP_BYTES);
    const entry = text === undefined ? undefined : parseDesktopEntry(text);
    if (!entry?.enabled || entry.command === undefined) continue;
    entries.push({ name: entry.name ?? name, command: programOf(entry.command), location });
  }
  return entries;
}

async function lookInFolder(
  probe: Probe,
  found: Found,
  folder: string,
  kind: 'system' | 'user',
): Promise<void> {
  await look(found, folder, async () => {
    const entries: ReportedAutostart[] = [];
    for (const name of await probe.files.listIfThere(folder, MAX_FILES)) {
      // cron ignores hidden files and those of the package manager, too.
      if (!/^[A-Za-z0-9_.-]+$/.test(name) || name.startsWith('.') || name.includes('.dpkg-'))
        continue;
      if (await probe.files.isFolder(`${folder}/${name}`)) continue;
      entries.push(...(await cronEntries(probe, `${folder}/${name}`, kind)));
    }
    return entries;
  });
}

async function cronEntries(
  { files }: Probe,
  path: string,
  kind: 'system' | 'user',
): Promise<ReportedAutostart[]> {
  const jobs = parseRebootJobs((await files.readIfThere(path, CRONTAB_BYTES)) ?? '', kind);
  return jobs.map(({ user, command }) => ({
    name: `@reboot ${user ?? path.split('/').at(-1) ?? ''}`.trim(),
    command: programOf(command),
    location: path,
  }));
}

/** One `@reboot` line of a crontab(5). */
export interface RebootJob {
  user: string | undefined;
  command: string;
}

/**
 * The jobs that start with the system. `system` crontabs (/etc/crontab, /etc/cron.d) name the user
 * before the command, those of users do not.
 */
export function parseRebootJobs(text: string, kind: 'system' | 'user'): RebootJob[] {
  return text.split('\n').flatMap((line) => {
    const [, rest] = /^\s*@reboot\s+(\S.*)$/.exec(line) ?? [];
    if (rest === undefined) return [];
    if (kind === 'user') return [{ user: undefined, command: rest.trim() }];
    const [, user, command] = /^(\S{1,64})\s+(\S.*)$/.exec(rest) ?? [];
    return command === undefined ? [] : [{ user, command: command.trim() }];
  });
}
