import { DISK_HEALTH, type PhysicalDisk } from '@kenny/contract/agent';
import { at, listAt, numberAt, parseJson, textAt } from '../../platform/json.js';

/** `standby`: do not wake a sleeping drive; smartctl then says so and exits. */
export const SMARTCTL = ['--json', '--info', '--health', '--attributes', '--nocheck=standby'];
/** smartctl(8): the exit status is a set of bits, so every value may come with a full answer. */
export const SMARTCTL_EXIT_CODES = Array.from({ length: 256 }, (_, code) => code);

const EXIT_FAILING = 1 << 3;
const EXIT_PREFAIL_BELOW_THRESHOLD = 1 << 4;
const REALLOCATED_SECTORS = 5;
/** Attributes of ATA drives whose normalized value counts the life that is left, from 100 down. */
const LIFE_LEFT = new Set([
  'Wear_Leveling_Count',
  'Media_Wearout_Indicator',
  'SSD_Life_Left',
  'Percent_Lifetime_Remain',
]);

/** What smartctl says of one drive. */
export interface DriveAnswer {
  /** Undefined when the drive gave no verdict; `why` says the reason. */
  drive?: PhysicalDisk;
  /** The drive works without SMART (most USB sticks and disks of virtual machines). */
  hasNoSmart: boolean;
  why: string;
}

/** Reads `smartctl --json` (schema version 1). */
export function parseSmartctl(text: string): DriveAnswer {
  const answer = parseJson(text);
  const passed = at(answer, 'smart_status', 'passed');
  const hasNoSmart = at(answer, 'smart_support', 'available') === false;
  if (typeof passed !== 'boolean') return { hasNoSmart, why: whyNoVerdict(answer, hasNoSmart) };
  const exit = numberAt(answer, 'smartctl', 'exit_status') ?? 0;
  const drive = {
    model: modelOf(answer),
    health_status: passed ? DISK_HEALTH.healthy : DISK_HEALTH.unhealthy,
    predictive_failure: (exit & (EXIT_FAILING | EXIT_PREFAIL_BELOW_THRESHOLD)) !== 0,
    wear: wearOf(answer),
    temperature_c: numberAt(answer, 'temperature', 'current') ?? null,
    reallocated_sectors: reallocatedOf(answer),
  };
  return { drive, hasNoSmart: false, why: '' };
}

function whyNoVerdict(answer: unknown, hasNoSmart: boolean): string {
  if (hasNoSmart) return 'the drive has no SMART';
  const said = listAt(answer, 'smartctl', 'messages').flatMap((one) => textAt(one, 'string') ?? []);
  return said[0]?.slice(0, 200) ?? 'smartctl gave no verdict';
}

function modelOf(answer: unknown): string {
  const model = textAt(answer, 'model_name') ?? textAt(answer, 'scsi_model_name');
  return model?.trim() || 'unnamed drive';
}

/** Percent of the rated life that is used up. */
function wearOf(answer: unknown): number | null {
  const used =
    numberAt(answer, 'nvme_smart_health_information_log', 'percentage_used') ??
    numberAt(answer, 'endurance_used', 'current_percent') ??
    numberAt(answer, 'scsi_percentage_used_endurance_indicator');
  if (used !== undefined) return used >= 0 ? used : null;
  const left = attributes(answer)
    .filter((one) => LIFE_LEFT.has(textAt(one, 'name') ?? ''))
    .flatMap((one) => numberAt(one, 'value') ?? [])
    .find((value) => value >= 0 && value <= 100);
  return left === undefined ? null : 100 - left;
}

function reallocatedOf(answer: unknown): number | null {
  const attribute = attributes(answer).find((one) => numberAt(one, 'id') === REALLOCATED_SECTORS);
  const sectors = numberAt(attribute, 'raw', 'value') ?? numberAt(answer, 'scsi_grown_defect_list');
  return sectors !== undefined && Number.isSafeInteger(sectors) && sectors >= 0 ? sectors : null;
}

function attributes(answer: unknown): readonly unknown[] {
  return listAt(answer, 'ata_smart_attributes', 'table');
}
