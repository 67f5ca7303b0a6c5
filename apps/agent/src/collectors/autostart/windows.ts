import type { ReportedAutostart } from '@kenny/contract/agent';
import { textValue } from '../../platform/windows/registry.js';
import { reading } from '../collector.js';
import { Unreadable } from '../../errors/unreadable.js';
import { count, some } from '../words.js';
import { programOf } from './program-of.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';

const MOST = 5_000;
const RUN = 'SOFTWARE\\Microsoft\\Windows\\CurrentVersion';
const MACHINE_KEYS = [
  `HKLM\\${RUN}\\Run`,
  `HKLM\\${RUN}\\RunOnce`,
  'HKLM\\SOFTWARE\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\Run',
  'HKLM\\SOFTWARE\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\RunOnce',
];
const PROFILES = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList';
/** Accounts of people; the others are of the system. */
const USER_SID = /^S-1-(?:5-21|12-1)-[\d-]+$/;
const STARTUP = 'Microsoft\\Windows\\Start Menu\\Programs\\Startup';
/** Explorer keeps this in every such folder. */
const NO_PROGRAM = /^desktop\.ini$/i;

export const autostart: WindowsCollector<'autostart'> = async (machine) => {
  const entries = await readWindowsAutostart(machine);
  const names = some(
    entries.map(({ name }) => name),
    3,
  );
  const summary = entries.length === 0 ? 'nothing starts by itself' : names;
  return reading<'autostart'>(`${count(entries.length, 'entry', 'entries')}: ${summary}`, {
    entries,
  });
};

/** The Run keys and Startup folders of the PC and of the users. Shared with `diag_autostart`. */
export async function readWindowsAutostart(machine: WindowsMachine): Promise<ReportedAutostart[]> {
  const windows = await machine.registry(`HKLM\\${RUN}`);
  // Every Windows has this key: if it is missing, the registry was not readable.
  if (!windows) throw new Unreadable('the registry does not show what starts by itself');
  const users = await loadedUsers(machine);
  const keys = [
    ...MACHINE_KEYS,
    ...users.flatMap((user) => [`${user}\\${RUN}\\Run`, `${user}\\${RUN}\\RunOnce`]),
  ];
  const found: ReportedAutostart[] = [];
  for (const key of keys) found.push(...(await fromKey(machine, key)));
  for (const folder of await startupFolders(machine)) {
    for (const file of await machine.folder(folder)) {
      if (!NO_PROGRAM.test(file)) found.push({ name: file, command: null, location: folder });
    }
  }
  return found.slice(0, MOST);
}

async function fromKey(machine: WindowsMachine, key: string): Promise<ReportedAutostart[]> {
  const found = await machine.registry(key, { exact: true });
  return [...(found?.values.values() ?? [])].flatMap(({ name, data }) =>
    name === '' || typeof data !== 'string'
      ? []
      : [{ name: name.slice(0, 512), command: programOf(data.slice(0, 8192)), location: key }],
  );
}

/** Users that are logged in: the registry of others is not loaded. */
async function loadedUsers(machine: WindowsMachine): Promise<string[]> {
  const users = await machine.registry('HKU');
  return (users?.subkeys ?? []).filter((sid) => USER_SID.test(sid)).map((sid) => `HKU\\${sid}`);
}

async function startupFolders(machine: WindowsMachine): Promise<string[]> {
  const list = await machine.registry(PROFILES);
  const common = textValue(list, 'ProgramData')?.replace(/^%SystemDrive%/i, 'C:');
  const folders = common === undefined ? [] : [`${common}\\${STARTUP}`];
  for (const sid of (list?.subkeys ?? []).filter((one) => USER_SID.test(one))) {
    const profile = await machine.registry(`${PROFILES}\\${sid}`, { exact: true });
    const home = textValue(profile, 'ProfileImagePath');
    if (home !== undefined) folders.push(`${home}\\AppData\\Roaming\\${STARTUP}`);
  }
  return folders;
}
