import { accountRules } from './powershell-accounts.js';
import { deleteRules } from './powershell-deletes.js';
import { diskRules } from './powershell-disks.js';
import { downloadRules } from './powershell-downloads.js';
import { protectionRules } from './powershell-protection.js';
import type { Rule } from './pattern.js';

/** Rules for PowerShell, and for the cmd and tools that are called from it (seed 001). */
export const POWERSHELL_RULES: readonly Rule[] = [
  ...diskRules,
  ...deleteRules,
  ...downloadRules,
  ...protectionRules,
  ...accountRules,
];
