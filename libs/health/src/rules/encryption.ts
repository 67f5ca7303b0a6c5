import { PROTECTION_STATUS, type EncryptedVolume } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries, asNumber, type Untrusted } from '../untrusted.js';
import { plain } from '../wording.js';

const PROTECTION: Threshold = {
  field: 'volumes[].protection_status',
  warn: { noneOf: [PROTECTION_STATUS.on] },
  only: 'the system drive',
};
/** `C:`, `C:\` or `/`: the drive that holds the system; the payload does not mark it. */
const SYSTEM_DRIVE = /^(c:\\?|\/)$/i;

/** Only the system drive is judged; without one in the list there is nothing to say. */
export const encryption: Rule<'encryption'> = {
  thresholds: [PROTECTION],
  judge({ volumes }) {
    const system = (asEntries<EncryptedVolume>(volumes) ?? []).find(isSystemDrive);
    if (!system) return undefined;
    const drive = plain(system.mount, 'The system drive');
    const protection = asNumber(system.protection_status) ?? PROTECTION_STATUS.unknown;
    const status = grade(protection, PROTECTION);
    if (status === 'ok') return { status, reason: `${drive} is encrypted` };
    return { status: 'warn', reason: `${drive} ${whyNot(system)}` };
  },
};

function isSystemDrive({ mount }: Untrusted<EncryptedVolume>): boolean {
  return typeof mount === 'string' && SYSTEM_DRIVE.test(mount);
}

function whyNot({ protection_status, encryption_percent }: Untrusted<EncryptedVolume>): string {
  if (protection_status !== PROTECTION_STATUS.off) return 'does not say whether it is encrypted';
  return encryption_percent === 100
    ? 'is encrypted but its protection is suspended'
    : 'is not encrypted';
}
