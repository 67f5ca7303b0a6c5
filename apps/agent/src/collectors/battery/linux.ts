import { absent, type Collector, reading, unreadable } from '../collector.js';
import type { SystemFiles } from '../probe/system-files.js';
import { count, round } from '../words.js';

const SUPPLIES = '/sys/class/power_supply';
const MAX_SUPPLIES = 50;
/** `Win32_Battery.BatteryStatus`, the code of the protocol, for the kernel's words. */
const STATUS_CODES: Readonly<Record<string, number>> = {
  Discharging: 1,
  'Not charging': 2,
  Full: 3,
  Charging: 6,
};
/** New packs hold a little more than promised; beyond this the firmware made the number up. */
const SANE_HEALTH = 150;

/** One pack. `size` weighs it against the others: µWh, or µAh where the firmware counts charge. */
export interface Pack {
  unit: 'energy' | 'charge' | undefined;
  size: number | undefined;
  health: number | undefined;
  charge: number | undefined;
  status: string | undefined;
}

export const battery: Collector<'battery'> = async ({ files }) => {
  const packs: Pack[] = [];
  for (const name of await files.listIfThere(SUPPLIES, MAX_SUPPLIES)) {
    const pack = await readPack(files, `${SUPPLIES}/${name}`);
    if (pack) packs.push(pack);
  }
  if (packs.length === 0) return absent('this PC has no battery');
  const charge = weighted(packs, 'charge');
  const health = weighted(packs, 'health');
  if (charge === undefined && health === undefined) {
    return unreadable(`${count(packs.length, 'battery', 'batteries')} without readable values`);
  }
  const status = overallStatus(packs);
  const parts = [
    charge === undefined ? 'charge unknown' : `${charge} % charged`,
    ...(status === undefined ? [] : [status.toLowerCase()]),
    health === undefined ? 'health unknown' : `holds ${health} % of its original capacity`,
  ];
  return reading<'battery'>(parts.join(', '), {
    present: true,
    charge_percent: charge ?? null,
    health_percent: health ?? null,
    status_code: (status === undefined ? undefined : STATUS_CODES[status]) ?? null,
  });
};

/** Undefined for mains, for an empty bay, and for the battery of a mouse (`scope` is `Device`). */
async function readPack(files: SystemFiles, folder: string): Promise<Pack | undefined> {
  const read = (name: string): Promise<number | undefined> => files.number(`${folder}/${name}`);
  if ((await files.attribute(`${folder}/type`)) !== 'Battery') return undefined;
  if ((await files.attribute(`${folder}/scope`)) === 'Device') return undefined;
  if ((await read('present')) === 0) return undefined;
  for (const unit of ['energy', 'charge'] as const) {
    const full = await read(`${unit}_full`);
    if (full === undefined || full <= 0) continue;
    const design = await read(`${unit}_full_design`);
    const now = await read(`${unit}_now`);
    return {
      unit,
      size: full,
      health: healthOf(full, design),
      charge: percent((await read('capacity')) ?? (now === undefined ? now : (100 * now) / full)),
      status: await files.attribute(`${folder}/status`),
    };
  }
  const charge = percent(await read('capacity'));
  const status = await files.attribute(`${folder}/status`);
  return { unit: undefined, size: undefined, health: undefined, charge, status };
}

/** Undefined where the firmware gives no design capacity, or one that cannot be true. */
export function healthOf(full: number, design: number | undefined): number | undefined {
  if (design === undefined || design <= 0) return undefined;
  const health = (100 * full) / design;
  return health > SANE_HEALTH ? undefined : round(health, 1);
}

function percent(value: number | undefined): number | undefined {
  return value === undefined ? undefined : round(Math.min(100, Math.max(0, value)), 1);
}

/** Two packs count by their size, if both say it in the same unit. */
export function weighted(packs: readonly Pack[], field: 'charge' | 'health'): number | undefined {
  const known = packs.flatMap(({ unit, size, [field]: value }) =>
    value === undefined ? [] : [{ unit, size, value }],
  );
  if (known.length === 0) return undefined;
  const alike = known.every(({ unit, size }) => size !== undefined && unit === known[0]?.unit);
  const weightOf = (size: number | undefined): number => (alike && size !== undefined ? size : 1);
  const total = known.reduce((sum, { size }) => sum + weightOf(size), 0);
  return round(known.reduce((sum, { size, value }) => sum + value * weightOf(size), 0) / total, 1);
}

/** One pack's state says it for all: with two, one works while the other rests. */
function overallStatus(packs: readonly Pack[]): string | undefined {
  const words = packs.flatMap(({ status }) => status ?? []);
  const told = ['Charging', 'Discharging'].find((word) => words.includes(word));
  return told ?? words.find((word) => word in STATUS_CODES);
}
