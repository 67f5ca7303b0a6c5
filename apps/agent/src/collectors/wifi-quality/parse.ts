export interface Link {
  ssid: string | null;
  signalDbm: number | null;
  band: string | null;
}

/**
 * `iw dev <name> link` (iw(8)); null when the interface is not connected, undefined when the text
 * is something else.
 */
export function parseIwLink(text: string): Link | null | undefined {
  if (/^Not connected\.\s*$/.test(text)) return null;
  if (!/^(?:Connected to|Joined IBSS) [0-9a-f:]{17}\b/i.test(text)) return undefined;
  const [, ssid] = /^\tSSID: (.{1,128})$/m.exec(text) ?? [];
  const [, megahertz] = /^\tfreq: (\d{3,6})(?:\.\d{1,3})?$/m.exec(text) ?? [];
  const [, signal] = /^\tsignal: (-\d{1,3}) dBm/m.exec(text) ?? [];
  return {
    ssid: ssid === undefined ? null : unescapeSsid(ssid),
    signalDbm: signal === undefined ? null : Number(signal),
    band: megahertz === undefined ? null : bandOf(Number(megahertz)),
  };
}

/** iw prints every byte that is not printable ASCII as `\xc3`; most names are UTF-8. */
function unescapeSsid(text: string): string {
  const bytes = text.replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** By the frequencies of IEEE 802.11; null for one that belongs to none. */
export function bandOf(megahertz: number): string | null {
  if (megahertz >= 2400 && megahertz < 2500) return '2.4 GHz';
  if (megahertz >= 4900 && megahertz < 5930) return '5 GHz';
  if (megahertz >= 5930 && megahertz <= 7125) return '6 GHz';
  return megahertz >= 57_000 && megahertz <= 71_000 ? '60 GHz' : null;
}

/**
 * Signal in dBm by interface, from /proc/net/wireless: `wlan0: 0000 58. -52. -256 …`. A driver that
 * does not know writes 0; one that counts in a range of its own writes a positive number.
 */
export function parseProcWireless(text: string): Map<string, number> {
  const levels = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, name, level] =
      /^\s{0,8}([^\s:]{1,15}): [0-9a-f]{4}\s{1,8}-?\d{1,5}\.?\s{1,8}(-\d{1,3})\.?\s/.exec(line) ??
      [];
    if (name !== undefined) levels.set(name, Number(level));
  }
  return levels;
}

/** As Windows counts: -100 dBm is 0 %, -50 dBm and more is 100 %. */
export function percentOf(dbm: number): number {
  return Math.min(100, Math.max(0, 2 * (dbm + 100)));
}
