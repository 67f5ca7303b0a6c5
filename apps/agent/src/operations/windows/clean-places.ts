import { DAY_MS } from '@kenny/kernel';
import { join } from 'node:path/win32';
import type { Places } from '../../platform/clean-places.js';
import { windowsFolders } from '../../platform/windows/environment.js';

const UNUSED_MS = 3 * DAY_MS;
const KEPT_LOGS_MS = 7 * DAY_MS;

/**
 * What may be emptied on Windows: only folders in which people cannot replace one by a link while the
 * service deletes with all rights. What is in their profiles is theirs to empty.
 */
export function windowsCleanPlaces({ systemRoot } = windowsFolders()): Places {
  const inWindows = (...names: string[]): string => join(systemRoot, ...names);
  const logs = { only: /\.(?:log|cab|etl|old)$/i, olderThanMs: KEPT_LOGS_MS };
  return {
    // Everybody may make a folder there, and so swap it: only the files directly in it.
    temp: [{ folder: inWindows('Temp'), olderThanMs: UNUSED_MS, flat: true }],
    update_cache: [{ folder: inWindows('SoftwareDistribution', 'Download') }],
    logs: [
      { folder: inWindows('Logs', 'CBS'), ...logs },
      { folder: inWindows('Logs', 'DISM'), ...logs },
    ],
    crash_dumps: [
      { folder: inWindows('Minidump'), only: /\.dmp$/i },
      { folder: inWindows('LiveKernelReports'), only: /\.dmp$/i },
    ],
  };
}
