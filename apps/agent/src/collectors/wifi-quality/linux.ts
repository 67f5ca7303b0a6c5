import { absent, type Collector, reading, unreadable } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { type Link, parseIwLink, parseProcWireless, percentOf } from './parse.js';

const INTERFACES = '/sys/class/net';
const WIRELESS = '/proc/net/wireless';
const MAX_INTERFACES = 200;

/** The best wireless connection in use. */
export const wifiQuality: Collector<'wifi_quality'> = async (probe) => {
  const names = await wirelessInterfaces(probe);
  if (names.length === 0) return absent('this PC has no Wi-Fi adapter');
  const links: Link[] = [];
  const failures: string[] = [];
  for (const name of names) {
    const link = await linkOf(probe, name);
    if (typeof link === 'string') failures.push(link);
    else if (link) links.push(link);
  }
  const [best] = links.sort((a, b) => (b.signalDbm ?? -999) - (a.signalDbm ?? -999));
  if (!best) {
    if (failures[0] !== undefined) return unreadable(failures[0]);
    const fields = { connected: false, ssid: null, signal_percent: null, band: null };
    return reading<'wifi_quality'>('not connected to a Wi-Fi network', fields);
  }
  const percent = best.signalDbm === null ? null : percentOf(best.signalDbm);
  return reading<'wifi_quality'>(summaryOf(best, percent), {
    connected: true,
    ssid: best.ssid,
    signal_percent: percent,
    band: best.band,
  });
};

async function wirelessInterfaces({ files }: Probe): Promise<string[]> {
  const found: string[] = [];
  for (const name of await files.listIfThere(INTERFACES, MAX_INTERFACES)) {
    const folder = `${INTERFACES}/${name}`;
    const is =
      (await files.exists(`${folder}/phy80211`)) || (await files.isFolder(`${folder}/wireless`));
    if (is && /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(name)) found.push(name);
  }
  return found;
}

/** Null when not connected, a sentence when the quality is unknown. */
async function linkOf(probe: Probe, name: string): Promise<Link | null | string> {
  const state = await probe.files.attribute(`${INTERFACES}/${name}/operstate`);
  if (state === 'down') return null;
  const iw = await probe.run('iw', ['dev', name, 'link']);
  const link = iw.ok ? parseIwLink(iw.stdout) : undefined;
  if (link !== undefined && link?.signalDbm !== null) return link;
  const levels = parseProcWireless((await probe.files.readIfThere(WIRELESS)) ?? '');
  const signalDbm = levels.get(name);
  if (signalDbm !== undefined) return { ssid: null, band: null, ...link, signalDbm };
  if (state !== 'up') return null;
  const why = iw.ok ? 'iw names no signal' : iw.reason;
  return `${why}, and ${WIRELESS} does not know ${name} either`;
}

function summaryOf({ ssid, band }: Link, percent: number | null): string {
  const at = percent === null ? 'signal not known' : `signal ${percent} %`;
  return [ssid === null ? 'connected' : `connected to ${ssid}`, ...(band ? [band] : []), at].join(
    ', ',
  );
}
