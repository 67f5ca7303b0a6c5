import type { QuarantinedItem } from '@kenny/contract/agent';
import { parseMdatpThreats } from '../antivirus/mdatp.js';
import { runningPrograms } from '../antivirus/running-programs.js';
import { absent, type Collector, reading, unreadable } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { count, some } from '../words.js';

const ON_ACCESS = ['/usr/sbin/clamonacc', '/usr/bin/clamonacc'];
const UNITS = [
  '/etc/systemd/system/clamav-clamonacc.service',
  '/lib/systemd/system/clamav-clamonacc.service',
  '/usr/lib/systemd/system/clamav-clamonacc.service',
];
const MAX_ITEMS = 1_000;

/** What Microsoft Defender for Linux keeps, else the folder into which ClamAV moves what it finds. */
export const defenderQuarantine: Collector<'defender_quarantine'> = async (probe) => {
  const mdatp = await probe.run('mdatp', ['threat', 'list'], { timeoutMs: 10_000 });
  if (mdatp.ok) {
    const items = parseMdatpThreats(mdatp.stdout);
    return items
      ? readingOf(items, 'Microsoft Defender')
      : unreadable('mdatp answered in an unknown form');
  }
  if (mdatp.installed) return unreadable(mdatp.reason);
  const folder = await quarantineFolder(probe);
  if (folder === undefined) return absent('no virus scanner here keeps a quarantine');
  const names = await probe.files.listIfThere(folder, MAX_ITEMS);
  // A moved file keeps its own dates, so the time of detection is unknown.
  return readingOf(
    names.map((name) => ({ name, severity: null, detected_at: null })),
    folder,
  );
};

function readingOf(
  items: QuarantinedItem[],
  place: string,
): Awaited<ReturnType<typeof defenderQuarantine>> {
  const names = some(
    items.map(({ name }) => name),
    3,
  );
  return reading<'defender_quarantine'>(
    items.length === 0
      ? `nothing in quarantine (${place})`
      : `${count(items.length, 'item')} in quarantine (${place}): ${names}`,
    { items },
  );
}

/** From the scanner that runs, else from its unit where that folder is there already. */
async function quarantineFolder(probe: Probe): Promise<string | undefined> {
  const { files } = probe;
  const found = await Promise.all(ON_ACCESS.map((path) => files.exists(path)));
  if (!found.includes(true)) return undefined;
  const pid = (await runningPrograms(probe))?.get('clamonacc');
  if (pid !== undefined) {
    const command = (await files.readIfThere(`/proc/${pid}/cmdline`)) ?? '';
    return moveFolder(command.split('\0'));
  }
  for (const unit of UNITS) {
    const [, command = ''] =
      /^ExecStart=(.{1,2000})$/m.exec((await files.readIfThere(unit)) ?? '') ?? [];
    const folder = moveFolder(command.split(' '));
    if (folder !== undefined && (await files.isFolder(folder))) return folder;
  }
  return undefined;
}

/** `--move=/root/quarantine`, in one word or in two (clamonacc(8)). */
export function moveFolder(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === '--move' || word.startsWith('--move='));
  const folder = words[at]?.slice('--move='.length) || words[at + 1];
  return at >= 0 && folder?.startsWith('/') ? folder : undefined;
}
