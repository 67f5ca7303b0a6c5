import type { Os, PcHealth } from '@kenny/contract/web';

/** What a health is called on the screen; the wire's words are for programs. */
export const HEALTH_WORDS: Readonly<Record<PcHealth, string>> = {
  crit: 'Critical',
  warn: 'Warning',
  offline: 'Offline',
  unknown: 'Unknown',
  ok: 'OK',
};

export const OS_WORDS: Readonly<Record<Os, string>> = {
  windows: 'Windows',
  linux: 'Linux',
  macos: 'macOS',
};

/** `disk_smart` → `Disk smart`, for names that the catalog does not know. */
export function sentenceCase(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
