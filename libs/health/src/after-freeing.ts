import type { DiskPayload, Status } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { limitName } from './limits.js';
import { grade, type Bound, type Threshold } from './threshold.js';
import { asEntries, asNumber, shareOf } from './untrusted.js';
import { amount, plain } from './wording.js';

type Volume = NonNullable<DiskPayload['volumes']>[number];

/** Where Windows lies, and what is cleaned up there. */
const WINDOWS_VOLUME = /^c:\\?$/i;
const PERCENT: keyof Volume = 'percent_used';

/** What a clean-up would leave: `C: would be about 91 % full`, and what its limits say of that. */
export interface AfterFreeing {
  readonly words: string;
  readonly status: Status;
  /** The bound that it would still meet; undefined when it is fine. */
  readonly bound: Bound | undefined;
}

/**
 * How full the system's volume would be with so many bytes fewer, by the limits of this PC. Undefined
 * where the payload does not say which volume that is, or how large it is.
 */
export function afterFreeing(
  disk: unknown,
  bytes: number,
  os: string | undefined,
  limits: readonly Threshold[],
): AfterFreeing | undefined {
  const volume = systemVolume(disk, os);
  const [total, free] = [asNumber(volume?.total_bytes), asNumber(volume?.free_bytes)];
  const limit = limits.find((one) => limitName(one) === PERCENT);
  if (!volume || total === undefined || free === undefined || !limit) return undefined;
  const percent = shareOf(Math.max(0, total - free - bytes), total);
  if (percent === undefined) return undefined;
  const status = grade(percent, limit);
  const whole = Math.round(percent);
  // A whole number, unless it would be on the other side of a limit.
  const told = grade(whole, limit) === status ? whole : percent;
  return {
    words: `${plain(volume.mount, 'It')} would be about ${amount(told)} % full`,
    ...{ status, bound: status === 'ok' ? undefined : limit[status] },
  };
}

function systemVolume(disk: unknown, os: string | undefined) {
  const volumes = asEntries<Volume>(isObject(disk) ? disk['volumes'] : undefined) ?? [];
  if (volumes.length === 1) return volumes[0];
  if (os !== 'windows') return undefined;
  return volumes.find(({ mount }) => typeof mount === 'string' && WINDOWS_VOLUME.test(mount));
}
