import type { Volume } from '@kenny/contract/agent';
import { type Reading, reading, unreadable } from '../collector.js';
import type { VolumeSize } from '../probe/probe.js';
import { count, round, some } from '../words.js';

/** Volumes, and the mount points that did not answer, with the reason. */
export interface VolumeReading {
  volumes: Volume[];
  silent: { mount: string; reason: string }[];
}

export function diskReading({ volumes, silent }: VolumeReading, nothing: string): Reading<'disk'> {
  const [fullest] = [...volumes].sort((a, b) => b.percent_used - a.percent_used);
  if (!fullest) return unreadable(silent[0]?.reason ?? nothing);
  const mounts = silent.map(({ mount }) => mount);
  const parts = [
    `${fullest.mount} ${fullest.percent_used} % used`,
    count(volumes.length, 'volume'),
    ...(silent.length > 0 ? [`no answer from ${some(mounts, 2)}`] : []),
  ];
  return reading<'disk'>(parts.join(', '), { volumes });
}

/** As `df` counts: used space against what ordinary users can have. */
export function volumeOf(mount: string, { total, free, available }: VolumeSize): Volume {
  const used = Math.max(0, total - free);
  const reachable = used + available;
  return {
    mount: mount.slice(0, 4096),
    total_bytes: total,
    free_bytes: available,
    percent_used: reachable > 0 ? round((100 * used) / reachable, 1) : 0,
  };
}
