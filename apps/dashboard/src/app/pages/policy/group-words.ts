import type { GuardGroup } from '@kenny/contract/web';

/** What a group of rules is called on the screen; what it is about comes from the server. */
export const GROUP_WORDS: Readonly<Record<GuardGroup, string>> = {
  powershell: 'PowerShell',
  posix: 'Shell of Linux and macOS',
  self_protection: 'Protection of kenny itself',
  path: 'Files and folders',
  update_host: 'Updates of the agent',
};
