import { absent, reading } from '../collector.js';
import { at, countAt, numberAt, textAt } from '../../platform/json.js';
import type { WindowsCollector } from '../windows-machine.js';

/** Asked of the wireless service: the output of `netsh` is translated. */
export const wifiQuality: WindowsCollector<'wifi_quality'> = async (machine) => {
  const answer = await machine.native('wifi');
  const adapters: unknown[] = Array.isArray(answer) ? answer : [];
  if (adapters.length === 0) return absent('this PC has no wireless adapter');
  const used = adapters.find((one) => at(one, 'connected') === true);
  if (used === undefined) {
    return reading<'wifi_quality'>('not connected to a wireless network', {
      connected: false,
      ssid: null,
      signal_percent: null,
      band: null,
    });
  }
  const ssid = textAt(used, 'ssid') ?? null;
  const said = countAt(used, 'signal');
  const signal = said === undefined ? null : Math.min(100, said);
  const band = bandOf(numberAt(used, 'channel'));
  const network = ssid === null ? 'connected' : `connected to ${ssid}`;
  return reading<'wifi_quality'>(`${network}, signal ${signal ?? 'unknown'} %`, {
    connected: true,
    ssid,
    signal_percent: signal,
    band,
  });
};

/** 6 GHz reuses channel numbers of 5 GHz, so only two bands can be told apart. */
export function bandOf(channel: number | undefined): string | null {
  if (channel === undefined || channel < 1) return null;
  if (channel <= 14) return '2.4 GHz';
  return channel >= 36 && channel <= 177 ? '5 GHz' : null;
}
