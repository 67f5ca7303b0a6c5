import type { Volume } from '@kenny/contract/agent';
import type { Collector } from '../collector.js';
import type { Probe, VolumeSize } from '../probe/probe.js';
import { cannotRead } from '../../errors/unreadable.js';
import { parseMountinfo, selectVolumes, type SelectedVolume } from './mountinfo.js';
import { diskReading, volumeOf, type VolumeReading } from './volumes.js';

const MOUNTS = '/proc/self/mountinfo';
const MOUNTS_BYTES = 1024 * 1024;
/** A live mount answers within milliseconds. */
const MOUNT_DEADLINE_MS = 3_000;
/** Remote mounts asked at once: each waits in its own process. */
const AT_ONCE = 4;

export const disk: Collector<'disk'> = async (probe) =>
  diskReading(await readVolumes(probe), `${MOUNTS} names no volume`);

/** Every real volume with its size. Shared with `fs_disk_usage`. */
export async function readVolumes(probe: Probe): Promise<VolumeReading> {
  const selected = selectVolumes(parseMountinfo(await probe.files.read(MOUNTS, MOUNTS_BYTES)));
  const result: VolumeReading = { volumes: [], silent: [] };
  for (let next = 0; next < selected.length; next += AT_ONCE) {
    const batch = selected.slice(next, next + AT_ONCE);
    const answers = await Promise.all(batch.map((volume) => ask(probe, volume)));
    for (const answer of answers) {
      if ('reason' in answer) result.silent.push(answer);
      else if (answer.total_bytes > 0) result.volumes.push(answer);
    }
  }
  return result;
}

async function ask(
  probe: Probe,
  { mount, access }: SelectedVolume,
): Promise<Volume | { mount: string; reason: string }> {
  // Containers mount single files (/etc/hosts) from the host's disk: not a volume of this PC.
  if (access === 'direct' && mount.root !== '/' && !(await probe.files.isFolder(mount.point))) {
    return { ...volumeOf(mount.point, { total: 0, free: 0, available: 0 }) };
  }
  try {
    const size = await (access === 'direct' ? sizeInTime : sizeByChild)(probe, mount.point);
    return volumeOf(mount.point, size);
  } catch (error) {
    return { mount: mount.point, reason: cannotRead(mount.point, error).message };
  }
}

async function sizeInTime(probe: Probe, mount: string): Promise<VolumeSize> {
  const waited = new AbortController();
  const signal = AbortSignal.any([probe.signal, waited.signal]);
  try {
    return await Promise.race([probe.volumeSize(mount), tooLate(probe, signal)]);
  } finally {
    waited.abort();
  }
}

function tooLate(probe: Probe, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = probe.clock.setTimer(
      () => reject(new Error(`no answer within ${MOUNT_DEADLINE_MS / 1000} s`)),
      MOUNT_DEADLINE_MS,
    );
    const stop = (): void => {
      timer.cancel();
      reject(new Error('stopped'));
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A dead server blocks `statfs` forever; a child process can be killed, a thread cannot. */
async function sizeByChild(probe: Probe, mount: string): Promise<VolumeSize> {
  const args = ['-f', '-c', '%S %b %f %a', '--', mount];
  const output = await probe.run('stat', args, { timeoutMs: MOUNT_DEADLINE_MS });
  if (!output.ok) throw new Error(output.reason);
  const size = parseStatFs(output.stdout);
  if (!size) throw new Error('stat answered in an unknown form');
  return size;
}

/** `4096 66053021 60237466 20781673`: block size, blocks, free, available. */
export function parseStatFs(text: string): VolumeSize | undefined {
  const [, block, total, free, available] =
    /^(\d{1,9}) (\d{1,18}) (\d{1,18}) (\d{1,18})$/.exec(text.trim()) ?? [];
  const bytes = Number(block);
  if (!Number.isFinite(bytes) || available === undefined) return undefined;
  return {
    total: bytes * Number(total),
    free: bytes * Number(free),
    available: bytes * Number(available),
  };
}
