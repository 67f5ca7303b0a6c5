/** What may be emptied to free space, and what people call it; where it lies is the agent's to know. */
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
