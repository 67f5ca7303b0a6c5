import { reading } from '../collector.js';
import { count, some } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

const MOST = 500;

/** Programs for which winget knows a newer version. */
export const appUpdates: WindowsCollector<'app_updates'> = async (machine) => {
  const rows = await machine.updates();
  const packages = rows.slice(0, MOST).map(({ id, name, version, available }) => ({
    id: id.slice(0, 256),
    name: name.slice(0, 512),
    version: version.slice(0, 128),
    available: available?.slice(0, 128) ?? null,
  }));
  const names = some(
    packages.map(({ name }) => name),
    3,
  );
  const summary =
    rows.length === 0 ? 'everything is up to date' : `${count(rows.length, 'update')}: ${names}`;
  return reading<'app_updates'>(summary, { available: rows.length, packages });
};
