import * as paths from './allowed/paths-and-hosts.js';
import * as unix from './allowed/unix.js';
import * as windows from './allowed/windows.js';
import * as blockedPaths from './blocked/paths-and-hosts.js';
import * as posixDeletes from './blocked/posix-deletes.js';
import * as posixOthers from './blocked/posix-others.js';
import * as psAccounts from './blocked/powershell-accounts.js';
import * as psDeletes from './blocked/powershell-deletes.js';
import * as psDisks from './blocked/powershell-disks.js';
import * as psDownloads from './blocked/powershell-downloads.js';
import * as psProtection from './blocked/powershell-protection.js';
import * as selfProtection from './blocked/self-protection.js';
import { posixMarked } from './marked/posix.js';
import { powershellMarked } from './marked/powershell.js';
import { unixWork, windowsWork } from './families/honest-work.js';
import { unixFamilies } from './families/unix.js';
import { windowsFamilies } from './families/windows.js';
import type { AllowedCases, BlockedCases, FamilyCases, MarkedCases } from './types.js';

export type { AllowedCases, BlockedCases, FamilyCases, MarkedCases } from './types.js';

/** Calls that must be refused, with the rule that must refuse them. */
export const BLOCKED: readonly BlockedCases[] = [
  ...Object.values(psDisks),
  ...Object.values(psDeletes),
  ...Object.values(psDownloads),
  ...Object.values(psProtection),
  ...Object.values(psAccounts),
  ...Object.values(posixDeletes),
  ...Object.values(posixOthers),
  ...Object.values(selfProtection),
  ...Object.values(blockedPaths),
];

/** Everyday admin work that must pass. */
export const EVERYDAY: readonly AllowedCases[] = [
  ...Object.values(windows),
  ...Object.values(unix),
  ...Object.values(paths),
];

/** Harmless work that must pass, what was written to look like an attack among it. */
export const ALLOWED: readonly AllowedCases[] = [...EVERYDAY, unixWork, windowsWork];

export const textsOf = ({ texts }: AllowedCases): string[] => Object.values(texts).flat();

/** Work that passes, and is told to whoever decides. */
export const MARKED: readonly MarkedCases[] = [posixMarked, powershellMarked];

/** Attacks by family, whatever rule meets them. */
export const FAMILIES: readonly FamilyCases[] = [...unixFamilies, ...windowsFamilies];
