import { posixAccountRules } from './posix-accounts.js';
import { posixDeleteRules } from './posix-deletes.js';
import { posixDiskRules } from './posix-disks.js';
import { posixDownloadRules } from './posix-downloads.js';
import { posixProtectionRules } from './posix-protection.js';
import type { Rule } from './pattern.js';

/** Rules for `sh -c` on Linux and macOS. */
export const POSIX_RULES: readonly Rule[] = [
  ...posixDiskRules,
  ...posixDeleteRules,
  ...posixDownloadRules,
  ...posixProtectionRules,
  ...posixAccountRules,
];
