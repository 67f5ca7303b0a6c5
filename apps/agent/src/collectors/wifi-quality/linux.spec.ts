import { sectionStatus } from '@kenny/health';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { wifiQuality } from './linux.js';
import { bandOf, parseIwLink, parseProcWireless, percentOf } from './parse.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('what is known of a wireless connection', () => {
  it('reads iw, and a name that is not ASCII (documented)', async () => {
    expect(parseIwLink(await recorded('wifi-quality/documented/iw-link.txt'))).toEqual({
      ssid: 'Café Nord',
      signalDbm: -52,
      band: '5 GHz',
    });
    expect(parseIwLink('Not connected.\n')).toBeNull();
    for (const text of ['', 'nl80211 not found.', 'Connected', 'Nicht verbunden.']) {
      expect(parseIwLink(text)).toBeUndefined();
    }
  });

  it('invents no value for a line that is cut off', () => {
    const half = 'Connected to 00:11:22:33:44:55 (on wlan0)\n\tSSID: x\n\tfreq: 52';
    expect(parseIwLink(half)).toEqual({ ssid: 'x', signalDbm: null, band: null });
  });

  it('reads /proc/net/wireless, but not a level that means "unknown" (documented)', async () => {
    const text = await recorded('wifi-quality/documented/proc-net-wireless.txt');
    expect([...parseProcWireless(text)]).toEqual([['wlp3s0', -72]]);
    expect(parseProcWireless('').size).toBe(0);
  });

  it.each([
    [2412, '2.4 GHz'],
    [5885, '5 GHz'],
    [5955, '6 GHz'],
    [60480, '60 GHz'],
    [900, null],
  ])('knows the band of %i MHz: %p', (frequency, band) => expect(bandOf(frequency)).toBe(band));

  it.each([
    [-30, 100],
    [-50, 100],
    [-72, 56],
    [-100, 0],
    [-110, 0],
  ])('counts %i dBm as %i %%', (dbm, percent) => expect(percentOf(dbm)).toBe(percent));
});

describe('section wifi_quality', () => {
  const aMachine = madeMachines();
  const adapter = (state: string) => ({
    '/sys/class/net/wlp3s0/phy80211/name': 'phy0\n',
    '/sys/class/net/wlp3s0/operstate': `${state}\n`,
    '/sys/class/net/eth0/operstate': 'up\n',
  });
  const iw = 'iw dev wlp3s0 link';
  const noIw = { [iw]: { failed: 'iw is not installed' } };

  it('shows the network, its band and its signal', async () => {
    const text = await recorded('wifi-quality/documented/iw-link.txt');
    const probe = await aMachine({ files: adapter('up'), programs: { [iw]: text } });
    expect(await wifiQuality(probe)).toEqual({
      kind: 'read',
      summary: 'connected to Café Nord, 5 GHz, signal 96 %',
      fields: { connected: true, ssid: 'Café Nord', signal_percent: 96, band: '5 GHz' },
    });
  });

  it('knows the signal without iw, and warns when it is weak', async () => {
    const text = await recorded('wifi-quality/documented/proc-net-wireless.txt');
    const weak = text.replace('-72.', '-80.');
    const files = { ...adapter('up'), '/proc/net/wireless': weak };
    const read = await wifiQuality(await aMachine({ files, programs: noIw }));
    const fields = { connected: true, ssid: null, signal_percent: 40, band: null };
    expect(read).toMatchObject({ fields });
    expect(sectionStatus('wifi_quality', { status: 'ok', summary: '', ...fields }, NOW)).toBe(
      'warn',
    );
  });

  it('is absent without an adapter and says that an adapter is not connected', async () => {
    expect(await wifiQuality(await aMachine({}))).toMatchObject({ kind: 'absent' });
    for (const machine of [
      { files: adapter('down') },
      { files: adapter('dormant'), programs: { [iw]: 'Not connected.\n' } },
    ]) {
      expect(await wifiQuality(await aMachine(machine))).toMatchObject({
        summary: 'not connected to a Wi-Fi network',
        fields: { connected: false, signal_percent: null },
      });
    }
  });

  it('is unreadable when it is connected and nobody tells how well', async () => {
    const probe = await aMachine({ files: adapter('up'), programs: noIw });
    expect(await wifiQuality(probe)).toEqual({
      kind: 'unreadable',
      reason: 'iw is not installed, and /proc/net/wireless does not know wlp3s0 either',
    });
  });
});
