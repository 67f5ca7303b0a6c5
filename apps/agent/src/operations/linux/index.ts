import {
  readAutostart,
  readInterfaces,
  readNameServers,
  readProcesses,
  readServices,
  readVolumes,
  systemProbe,
  Unreadable,
  type Probe,
} from '../../collectors/index.js';
import { ToolFailure } from '../../errors/tool-failure.js';
import type { Platform, ReadingContext } from '../../platform/platform.js';
import { linuxCleanPlaces } from './clean-places.js';
import { readEvents } from './event-log.js';
import { captureLinuxScreen } from '../../screen/linux/capture.js';

/** Maximum of one answer. */
const MOST_PROCESSES = 20_000;
/** A list for people: more entries would help nobody. */
const MOST_ENTRIES = 5_000;

/** Linux: the collectors' readers, with everything they have instead of a summary. */
export const linuxPlatform: Platform = {
  os: 'linux',
  volumes: ask(async (probe) => {
    const { volumes, silent } = await readVolumes(probe);
    if (volumes.length === 0) {
      throw new Unreadable(silent[0]?.reason ?? 'this PC names no volume');
    }
    return volumes;
  }),
  processes: ask(async (probe) => (await readProcesses(probe, MOST_PROCESSES)).processes),
  services: ask(readServices),
  autostart: ask(async (probe) => (await readAutostart(probe)).entries.slice(0, MOST_ENTRIES)),
  network: ask(async (probe) => ({
    interfaces: await readInterfaces(probe),
    dns: await readNameServers(probe),
  })),
  events: (log, count, { signal }) => honest(() => readEvents(systemProbe(signal), log, count)),
  cleanPlaces: ask(linuxCleanPlaces),
  screen: captureLinuxScreen,
  shell: { file: '/bin/sh', args: ['-c'] },
};

function ask<R>(read: (probe: Probe) => Promise<R>): (context: ReadingContext) => Promise<R> {
  return ({ signal }) => honest(() => read(systemProbe(signal)));
}

/** An unreadable source is an error with its reason, never an empty list. */
async function honest<R>(read: () => Promise<R>): Promise<R> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unreadable) throw new ToolFailure('exec_failed', error.message);
    throw error;
  }
}
