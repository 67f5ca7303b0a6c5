/** What may be emptied to free space, and what people call it; what is deleted is the agent's to know. */
export const CLEAN_TARGETS = {
  temp: 'Temporary files',
  update_cache: 'Downloaded updates',
  package_cache: 'Downloaded packages',
  browser_cache: 'Browser caches',
  thumbnails: 'Thumbnails',
  trash: 'Trash or Recycle Bin',
  logs: 'Old logs',
  crash_dumps: 'Crash dumps',
} as const;
export type CleanTarget = keyof typeof CLEAN_TARGETS;

/** Where that lies on a PC of ours, for people; specs of the agent hold it against what it empties. */
export const CLEAN_FOLDERS: Readonly<
  Record<'windows' | 'linux', Partial<Record<CleanTarget, string>>>
> = {
  windows: {
    temp: 'files in C:\\Windows\\Temp older than 3 days; none of its folders',
    update_cache: 'C:\\Windows\\SoftwareDistribution\\Download',
    logs: 'those older than 7 days in C:\\Windows\\Logs\\CBS and C:\\Windows\\Logs\\DISM',
    crash_dumps: 'C:\\Windows\\Minidump and C:\\Windows\\LiveKernelReports',
  },
  linux: {
    temp: 'what is older than 3 days in /tmp and /var/tmp',
    package_cache: 'packages of apt, dnf and zypper in /var/cache',
    browser_cache: 'of Firefox and of Chrome’s kind, in everybody’s ~/.cache',
    thumbnails: 'everybody’s ~/.cache/thumbnails',
    trash: 'everybody’s ~/.local/share/Trash',
    logs: 'in /var/log, those that are not written to any more',
    crash_dumps: '/var/crash and /var/lib/systemd/coredump',
  },
};

/** Empty for what is not known of that system. */
export function cleanFolders(target: CleanTarget, os: string | undefined): string {
  return os === 'windows' || os === 'linux' ? (CLEAN_FOLDERS[os][target] ?? '') : '';
}
