import { HEALTH_WORDS, sectionTitle } from '@kenny/contract/web';

export { HEALTH_WORDS };

/** What a check is called; of one that a later agent sends, its name made into words. */
export function checkTitle(name: string): string {
  return sectionTitle(name) ?? sentenceCase(name);
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
