import type { Os, PcHealth, ToolTopic } from './constants.js';
import type { ApprovalView } from './http/approval.js';
import type { FleetAgent } from './http/fleet.js';
import { SECTION_TITLES, SENSITIVE_TOOLS, TOOL_TITLES } from './generated/titles.js';

export { UPDATE_TOOL } from './generated/titles.js';

/** What people call a tool: `Clear the DNS cache`; its name for one that is not known here. */
export function toolTitle(name: string): string {
  return Object.hasOwn(TOOL_TITLES, name) ? (TOOL_TITLES[name] ?? name) : name;
}

/** Whether it shows what is on people's screens, in their files or in their logs; no for one that is not known here. */
export function isSensitive(tool: string): boolean {
  return SENSITIVE_TOOLS.includes(tool);
}

/** What people call what is asked for: the fix of kenny's own that it is, else its tool. */
export function requestTitle({ tool, fix }: Pick<ApprovalView, 'tool' | 'fix'>): string {
  return fix ?? toolTitle(tool);
}

/** What people call a section of telemetry: `System updates`; undefined when it is not known here. */
export function sectionTitle(name: string): string | undefined {
  return Object.hasOwn(SECTION_TITLES, name) ? SECTION_TITLES[name] : undefined;
}

/** Headings of lists of tools, in their order: what people come for most stands first. */
export const TOOL_TOPIC_TITLES: Readonly<Record<ToolTopic, string>> = {
  look: 'How it is',
  programs: 'Programs',
  files: 'Files',
  person: 'Screen and remote help',
  fix: 'Disk and network fixes',
  expert: 'For experts',
};

export const OS_TITLES: Readonly<Record<Os, string>> = {
  windows: 'Windows',
  linux: 'Linux',
  macos: 'macOS',
};

/** Labels of the health states; the wire's names are for programs. */
export const HEALTH_WORDS: Readonly<Record<PcHealth, string>> = {
  crit: 'Critical',
  warn: 'Warning',
  offline: 'Offline',
  unknown: 'Unknown',
  ok: 'OK',
};

/** What Windows shows before it runs a program whose maker it does not know, in its own words. */
export const WINDOWS_ASKS = {
  unknown: 'Windows protected your PC',
  details: 'More info',
  run: 'Run anyway',
  admin: 'Do you want to allow this app to make changes to your device?',
} as const;

/** A PC that was added, and where kenny was not installed so far. */
export const NOT_CONNECTED_YET = 'Not connected yet';

export function hasNeverConnected({
  online,
  last_seen,
}: {
  readonly online: boolean;
  readonly last_seen: string | null;
}): boolean {
  return !online && last_seen === null;
}

/** How a PC is, in a word or two. */
export function pcHealthWord(
  pc: Parameters<typeof hasNeverConnected>[0] & { readonly overall: PcHealth },
): string {
  return hasNeverConnected(pc) ? NOT_CONNECTED_YET : HEALTH_WORDS[pc.overall];
}

/** What people call a PC's system: `Windows 11 24H2` once it has reported it, `Windows` before. */
export function systemTitle({
  system,
  meta,
}: Pick<FleetAgent, 'system' | 'meta'>): string | undefined {
  return system ?? (meta ? OS_TITLES[meta.os] : undefined);
}

/**
 * What people call a field of a call, a result or a section, where its name does not say it well: the unit
 * stands beside the number already, so `free_bytes` is `Free`.
 */
export const FIELD_TITLES: Readonly<Record<string, string>> = {
  boot_time_unix: 'Started',
  bytes: 'Size',
  charge_percent: 'Charge',
  deleted: 'Files deleted',
  exit_code: 'Exit code',
  files_bytes: 'Files directly in it',
  freed_bytes: 'Freed',
  health_percent: 'Health',
  installed_at: 'Installed',
  is_default: 'Default',
  is_dir: 'Folder',
  kb: 'Update',
  kept: 'Still there',
  last_check: 'Last check',
  last_signature_update: 'Virus list updated',
  mem_bytes: 'Memory',
  mount: 'Drive',
  next_hop: 'Gateway',
  offset_secs: 'Clock off by',
  packages: 'Programs',
  partial: 'Not all measured',
  product: 'Program',
  realtime_protection: 'Real-time protection',
  reallocated_sectors: 'Replaced sectors',
  stderr: 'Errors',
  stdout: 'Output',
  status_code: 'Power',
  target: 'What',
  targets: 'Kinds of files',
  timeout_s: 'Time limit',
  top_dirs: 'Largest folders',
  total_bytes: 'Size',
  truncated: 'Cut short',
  uptime_secs: 'Running for',
};

/** A line under the values of a field that would be misread without it. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  top_dirs: 'The rest is in smaller folders and files.',
};

/** Numbers that name something: shown as they are, never grouped or rounded. */
export const IDENTIFIER_FIELDS: readonly string[] = [
  'build',
  'exit_code',
  'kb',
  'pid',
  'status_code',
];

/** Of a call beside another one: with the same arguments, or with nearly the same. */
export function sameWords(same = false): string {
  return same ? 'The same' : 'Nearly the same';
}
