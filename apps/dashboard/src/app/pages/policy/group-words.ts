import type { GuardGroup } from '@kenny/contract/web';

/** Labels of rule groups; their descriptions come from the server. */
export const GROUP_WORDS: Readonly<Record<GuardGroup, string>> = {
  powershell: 'PowerShell',
  posix: 'Linux and macOS shell',
  self_protection: 'kenny’s own protection',
  path: 'Files and folders',
  update_host: 'Agent updates',
};
