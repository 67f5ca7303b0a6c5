import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Loaded with `node --import` before a server or an agent. When the process comes to a fault point
 * (`libs/kernel/src/fault-points.ts`) for which a file lies in the folder `ARMED_FAULTS`, the file
 * is removed and the process ends with `kill -9`: once for each file, whoever restarts.
 */
const folder = process.env.ARMED_FAULTS;
if (!folder) throw new Error('ARMED_FAULTS must name the folder of armed fault points');

globalThis[Symbol.for('kenny.fault-point')] = (point) => {
  try {
    rmSync(join(folder, point));
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  process.kill(process.pid, 'SIGKILL');
};
