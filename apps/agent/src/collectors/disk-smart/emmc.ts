import { DISK_HEALTH, type PhysicalDisk } from '@kenny/contract/agent';
import type { SystemFiles } from '../probe/system-files.js';

/** JESD84-B51, PRE_EOL_INFO: how much of the reserved blocks is used up. */
const PRE_EOL: Readonly<Record<string, string>> = {
  '0x01': DISK_HEALTH.healthy,
  '0x02': DISK_HEALTH.warning,
  '0x03': DISK_HEALTH.unhealthy,
};

/**
 * What the kernel shows of a soldered-in eMMC drive, which smartctl cannot ask; undefined for cards
 * and for drives that report nothing.
 */
export async function emmcHealth(
  files: SystemFiles,
  folder: string,
): Promise<PhysicalDisk | undefined> {
  const health = PRE_EOL[(await files.attribute(`${folder}/pre_eol_info`)) ?? ''];
  if ((await files.attribute(`${folder}/type`)) !== 'MMC' || health === undefined) return undefined;
  return {
    model: `eMMC ${(await files.attribute(`${folder}/name`)) ?? ''}`.trim(),
    health_status: health,
    predictive_failure: null,
    wear: emmcWear((await files.attribute(`${folder}/life_time`)) ?? ''),
    temperature_c: null,
    reallocated_sectors: null,
  };
}

/**
 * `0x02 0x01`: the used life of both kinds of cells in tenths, rounded up (2 = 10 to 20 %); 0 is
 * unknown, 11 is past the rated life.
 */
export function emmcWear(text: string): number | null {
  const [, ...tenths] = /^0x([0-9a-f]{2}) 0x([0-9a-f]{2})$/i.exec(text.trim()) ?? [];
  const most = Math.max(0, ...tenths.map((digits) => parseInt(digits, 16)));
  return most >= 1 && most <= 11 ? most * 10 : null;
}
