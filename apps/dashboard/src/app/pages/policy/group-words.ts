import type { GuardGroup } from '@kenny/contract/web';

/** What a rule reads; what it protects is in `rule-topics`. */
export const GROUP_WORDS: Readonly<Record<GuardGroup, string>> = {
  powershell: 'PowerShell',
  posix: 'Linux and macOS shell',
  /** Rules of one's own stand beside those that protect kenny: both read all commands. */
  self_protection: 'Every command',
  path: 'Files and folders that kenny reads',
  update_host: 'Agent updates',
};
