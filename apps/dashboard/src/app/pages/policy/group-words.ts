import type { GuardGroup } from '@kenny/contract/web';

/** What a group of rules is called on the screen; what it is about comes from the server. */
export const GROUP_WORDS: Readonly<Record<GuardGroup, string>> = {
  powershell: 'PowerShell',
  posix: 'Linux and macOS shell',
  self_protection: 'kenny’s own protection',
  path: 'Files and folders',
  update_host: 'Agent updates',
};
