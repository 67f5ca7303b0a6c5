import type { Volume } from '@kenny/contract/agent';
import { reading, unreadable } from '../collector.js';
import { countAt, listAt, textAt } from '../../platform/json.js';
import { count, some } from '../words.js';
import type { WindowsCollector, WindowsMachine } from '../windows-machine.js';
import { type VolumeReading, volumeOf } from './linux.js';

export const disk: WindowsCollector<'disk'> = async (machine) => {
  const { volumes, silent } = await readWindowsVolumes(machine);
  const [fullest] = [...volumes].sort((a, b) => b.percent_used - a.percent_used);
  if (!fullest) return unreadable(silent[0]?.reason ?? 'Windows names no volume');
  const mounts = silent.map(({ mount }) => mount);
  const parts = [
    `${fullest.mount} ${fullest.percent_used} % used`,
    count(volumes.length, 'volume'),
    ...(silent.length > 0 ? [`no answer from ${some(mounts, 2)}`] : []),
  ];
  return reading<'disk'>(parts.join(', '), { volumes });
};

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
