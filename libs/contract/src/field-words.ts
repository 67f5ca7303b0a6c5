import type { SeriesUnit } from './constants.js';
import { FIELD_TITLES, IDENTIFIER_FIELDS } from './titles.js';

/** What a number counts; `unix` is a moment, `id` a name. */
export type FieldUnit = SeriesUnit | 'unix' | 'id';

/** Names on the wire end with what they count; the contract's fields all keep to it. */
const BY_NAME: readonly (readonly [RegExp, FieldUnit])[] = [
  [/_bytes_per_s$/, 'bytes/s'],
  [/(^|_)bytes$/, 'bytes'],
  [/(^percent_|(^|_)percent$)/, '%'],
  [/_c$/, '°C'],
  [/_(secs|s)$/, 's'],
  [/_ms$/, 'ms'],
  [/_unix$/, 'unix'],
  [/^cpu$/, '%'],
];

/** What the number of a field counts, as far as its name says it. */
export function unitOfName(name: string): FieldUnit | undefined {
  if (IDENTIFIER_FIELDS.includes(name)) return 'id';
  return BY_NAME.find(([ending]) => ending.test(name))?.[1];
}

/** `percent_used` → `Used`: the unit stands beside the number already. */
export function fieldTitle(name: string): string {
  if (Object.hasOwn(FIELD_TITLES, name)) return FIELD_TITLES[name] ?? name;
  const ending = BY_NAME.find(([known]) => known.test(name))?.[0];
  const bare = ending ? name.replace(ending, '').replace(/^_|_$/g, '') : name;
  return sentenceCase(bare === '' ? name : bare);
}

const ABBREVIATIONS =
  'AC ACL API AV BIOS CPU DHCP DNS FS GPU ID IP IPv4 IPv6 MAC MTU NTP OS PC PID RAM SHA SMART SSD ' +
  'SSID TCP TPM UDP UEFI URL USB UUID VPN Wi-Fi';
const AS_WRITTEN: ReadonlyMap<string, string> = new Map(
  ABBREVIATIONS.split(' ').map((word) => [word.toLowerCase().replace('-', ''), word]),
);

/** `disk_smart` → `Disk SMART`, for names that the catalog does not know. */
export function sentenceCase(name: string): string {
  const [first = '', ...rest] = name.split('_').map((word) => AS_WRITTEN.get(word) ?? word);
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}
