import type { Volume } from '@kenny/contract/agent';
import { chosenFrom, powershell, shell } from '../remedy.js';
import type { Rule } from '../rule.js';
import type { Grade, Threshold } from '../threshold.js';
import { asEntries, asNumber } from '../untrusted.js';
import { amount, listing, plain } from '../wording.js';

const PERCENT_USED: Threshold = {
  field: 'volumes[].percent_used',
  unit: '%',
  warn: { over: 80 },
  crit: { from: 95 },
  movable: { warn: { least: 50, most: 98 }, crit: { least: 80, most: 99 } },
};

const CLEAN_UP =
  'journalctl --vacuum-size=200M; ' + 'if command -v apt-get >/dev/null; then apt-get clean; fi';

/** The fullest volume decides; entries without a number are skipped. */
export const disk: Rule<'disk'> = {
  thresholds: [PERCENT_USED],
  remedies: [
    ...chosenFrom(
      {
        title: 'Free up space',
        when: 'When a disk is full: it shows how much trash, temporary files and caches take, and you choose what goes.',
      },
      { read: 'disk_cleanable', tool: 'disk_clean', argument: 'targets' },
      PERCENT_USED,
    ),
    powershell(
      {
        title: 'Remove old updates',
        when: 'When “Free up space” was not enough: it removes what newer Windows updates have replaced. It takes up to ten minutes.',
      },
      'Dism.exe /Online /Cleanup-Image /StartComponentCleanup',
      PERCENT_USED,
      { timeout_s: 600, deletes: 'replaced updates: the newer ones can no longer be uninstalled' },
    ),
    shell(
      {
        title: 'Remove old logs and downloaded packages',
        when: 'When “Free up space” was not enough: it shortens the log of the system to 200 MB, and removes packages that are installed already.',
      },
      CLEAN_UP,
      PERCENT_USED,
      { timeout_s: 120, deletes: 'old logs and downloaded packages, for good' },
    ),
  ],
  judge({ volumes }, _now, grade) {
    const known = (asEntries<Volume>(volumes) ?? [])
      .map(({ mount, percent_used }) => ({ mount, used: asNumber(percent_used) }))
      .filter((volume): volume is { mount: unknown; used: number } => volume.used !== undefined)
      .sort((a, b) => b.used - a.used);
    const [fullest] = known;
    if (!fullest) return undefined;
    const status = grade(fullest.used, PERCENT_USED);
    const named = known.filter((volume) => volume === fullest || isFull(volume.used, grade));
    return {
      status,
      reason: listing(
        named,
        ({ mount, used }) => `${plain(mount, 'A volume')} is ${amount(used)} % full`,
      ),
    };
  },
};

function isFull(used: number, grade: Grade): boolean {
  return grade(used, PERCENT_USED) !== 'ok';
}
