import { DISK_HEALTH, type PhysicalDisk } from '@kenny/contract/agent';
import { absent, type Collector, reading, unreadable } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { count, some } from '../words.js';
import { emmcHealth } from './emmc.js';
import { parseSmartctl, SMARTCTL, SMARTCTL_EXIT_CODES } from './smartctl.js';

const BLOCK = '/sys/block';
const MAX_DRIVES = 64;
const AT_ONCE = 8;
/** What smartctl can ask: SATA, SAS, USB and NVMe drives, by their kernel names. */
const ASKED_BY_SMARTCTL = /^(sd[a-z]{1,4}|hd[a-z]|nvme\d{1,4}n\d{1,4})$/;
const EMMC = /^mmcblk\d{1,3}$/;

interface Unanswered {
  name: string;
  hasNoSmart: boolean;
  why: string;
}
type Answer = { drive: PhysicalDisk } | Unanswered;

export const diskSmart: Collector<'disk_smart'> = async (probe) => {
  const names = await physicalDrives(probe);
  if (names.length === 0) return absent('this PC has no physical drive that reports its condition');
  const answers: Answer[] = [];
  for (let next = 0; next < names.length; next += AT_ONCE) {
    const batch = names.slice(next, next + AT_ONCE);
    answers.push(...(await Promise.all(batch.map((name) => ask(probe, name)))));
  }
  const disks = answers.flatMap((answer) => ('drive' in answer ? answer.drive : []));
  const silent = answers.filter((answer): answer is Unanswered => !('drive' in answer));
  if (disks.length === 0) {
    if (silent.every(({ hasNoSmart }) => hasNoSmart)) {
      return absent(`no drive here has SMART (${some(namesOf(silent), 3)})`);
    }
    const [first] = silent.filter(({ hasNoSmart }) => !hasNoSmart);
    return unreadable(first ? `${first.name}: ${first.why}` : 'no drive answered');
  }
  const unread = silent.filter(({ hasNoSmart }) => !hasNoSmart);
  const rest = unread.length === 0 ? '' : `, no answer from ${some(namesOf(unread), 3)}`;
  return reading<'disk_smart'>(`${verdictOf(disks)}${rest}`, {
    disks: [...disks, ...unread.map(unknownDrive)],
  });
};

/** Real drives: made of hardware, with a medium, not removable, not lent by a hypervisor. */
async function physicalDrives({ files }: Probe): Promise<string[]> {
  const found: string[] = [];
  for (const name of await files.listIfThere(BLOCK, 2_000)) {
    if (!ASKED_BY_SMARTCTL.test(name) && !EMMC.test(name)) continue;
    const size = await files.number(`${BLOCK}/${name}/size`);
    const removable = await files.number(`${BLOCK}/${name}/removable`);
    if (size !== 0 && removable !== 1) found.push(name);
  }
  return found.slice(0, MAX_DRIVES);
}

async function ask(probe: Probe, name: string): Promise<Answer> {
  if (EMMC.test(name)) {
    const drive = await emmcHealth(probe.files, `${BLOCK}/${name}/device`);
    return drive ? { drive } : { name, hasNoSmart: true, why: 'it reports no condition' };
  }
  const output = await probe.run('smartctl', [...SMARTCTL, `/dev/${name}`], {
    exitCodes: SMARTCTL_EXIT_CODES,
  });
  if (!output.ok) {
    const hint = output.installed ? '' : ' (package smartmontools)';
    return { name, hasNoSmart: false, why: `${output.reason}${hint}` };
  }
  const { drive, hasNoSmart, why } = parseSmartctl(output.stdout);
  return drive ? { drive } : { name, hasNoSmart, why };
}

function unknownDrive({ name }: Unanswered): PhysicalDisk {
  return {
    model: name,
    health_status: DISK_HEALTH.unknown,
    predictive_failure: null,
    wear: null,
    temperature_c: null,
    reallocated_sectors: null,
  };
}

function verdictOf(disks: readonly PhysicalDisk[]): string {
  const bad = disks.filter(
    (disk) => disk.health_status !== DISK_HEALTH.healthy || disk.predictive_failure === true,
  );
  if (bad.length === 0) return `${count(disks.length, 'drive')} healthy`;
  const models = bad.map(({ model }) => model);
  return `in bad condition: ${some(models, 2)}; ${count(disks.length, 'drive')} asked`;
}

function namesOf(answers: readonly Unanswered[]): string[] {
  return answers.map(({ name }) => name);
}
