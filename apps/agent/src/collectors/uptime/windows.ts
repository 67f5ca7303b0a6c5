import { reading } from '../collector.js';
import { durationText } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

/** With fast startup, Windows hibernates at shutdown: this is the time since its last real boot. */
export const uptime: WindowsCollector<'uptime'> = (machine) => {
  const secs = Math.floor(machine.uptimeSecs());
  return Promise.resolve(
    reading<'uptime'>(`up for ${durationText(secs)}`, {
      uptime_secs: secs,
      boot_time_unix: Math.max(0, Math.floor(machine.clock.now() / 1000) - secs),
    }),
  );
};
