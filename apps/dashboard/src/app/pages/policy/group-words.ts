import type { GuardGroup } from '@kenny/contract/web';

/** What a rule reads; what it protects is in `rule-topics`. */
export const GROUP_WORDS: Readonly<Record<GuardGroup, string>> = {
  powershell: 'PowerShell',
  posix: 'Linux and macOS shell',
  self_protection: 'kenny’s own protection',
  path: 'Files and folders',
  update_host: 'Agent updates',
};
