import type { Volume } from '@kenny/contract/agent';
import { countAt, listAt, textAt } from '../../platform/json.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';
import { diskReading, type VolumeReading, volumeOf } from './volumes.js';

export const disk: WindowsCollector<'disk'> = async (machine) =>
  diskReading(await readWindowsVolumes(machine), 'Windows names no volume');

/** Local drives with their sizes. Shared with `fs_disk_usage`. */
export async function readWindowsVolumes(machine: WindowsMachine): Promise<VolumeReading> {
  const answer = await machine.native('volumes');
  const volumes = listAt(answer, 'volumes').flatMap((one): Volume[] => {
    const mount = textAt(one, 'mount');
    const [total, free, available] = ['total', 'free', 'available'].map((key) => countAt(one, key));
    if (!mount || !total || free === undefined || available === undefined) return [];
    return [volumeOf(mount, { total, free, available })];
  });
  const silent = listAt(answer, 'silent').flatMap((mount) =>
    typeof mount === 'string' ? [{ mount, reason: `${mount} gives no answer` }] : [],
  );
  return { volumes, silent };
}
