import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { timeSync } from './linux.js';
import { parseChrony, parseNtpq, parseTimedatectl, parseTimesync } from './parse.js';

/** As chronyc(1), timedatectl(1) and ntpq(8) document them. */
const CHRONY =
  'C0000235,192.0.2.53,3,1795300000.123,0.000123456,-0.000001,0.00003,-5.1,0.001,0.02,0.015,0.001,64.2,Normal\n';
const CHRONY_LOST =
  '00000000,,0,0.0,0.000000000,0.0,0.0,0.0,0.0,0.0,1.0,1.0,0.0,Not synchronised\n';
const NTPQ = `associd=0 status=0615 leap_none, sync_ntp, 1 event, clock_sync,
version="ntpd 4.2.8p15", processor="x86_64", system="Linux/6.1", leap=00, stratum=3,
precision=-24, rootdelay=1.5, refid=192.0.2.53, offset=-7500.25, frequency=1.2`;
const SYNCED = 'Timezone=Etc/UTC\nLocalRTC=no\nCanNTP=yes\nNTP=yes\nNTPSynchronized=yes\n';
const LOST = SYNCED.replace('NTPSynchronized=yes', 'NTPSynchronized=no');
const TIMESYNC = 'SystemNTPServers=\nServerName=ntp.example\nServerAddress=192.0.2.53\n';

describe('what time services say', () => {
  it('reads chrony; its offset is positive when the clock is slow', () => {
    expect(parseChrony(CHRONY)).toEqual({
      synchronized: true,
      source: '192.0.2.53',
      offset: -0.000123456,
    });
    expect(parseChrony(CHRONY_LOST)).toEqual({ synchronized: false, source: null, offset: null });
  });

  it('reads ntpd; its offset is in milliseconds', () => {
    expect(parseNtpq(NTPQ)).toEqual({ synchronized: true, source: '192.0.2.53', offset: 7.50025 });
    expect(parseNtpq(NTPQ.replace('leap=00', 'leap=11'))?.synchronized).toBe(false);
  });

  it('reads systemd', () => {
    expect(parseTimedatectl(SYNCED)).toEqual({ synchronized: true, ntp: true });
    expect(parseTimesync(TIMESYNC)).toBe('ntp.example');
  });

  it('takes nothing from other text, also not from a recorded refusal', async () => {
    const refusal = await recorded('time-sync/recorded/debian12-timedatectl-no-systemd.txt');
    for (const text of ['', refusal, '506 Cannot talk to daemon', '\0,\0,', 'a,b,c']) {
      expect([parseChrony(text), parseNtpq(text), parseTimedatectl(text)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(parseTimesync(text)).toBeNull();
    }
  });
});

describe('section time_sync', () => {
  const aMachine = madeMachines();
  const none = { failed: 'is not installed' };
  const missing = { chronyc: none, ntpq: none };
  const day = { '/proc/uptime': '86400.0 1.0\n' };

  it('shows offset and source of the service that is in charge', async () => {
    const probe = await aMachine({ programs: { 'chronyc -n -c tracking': CHRONY } });
    expect(await timeSync(probe)).toEqual({
      kind: 'read',
      summary: 'clock synchronized by 192.0.2.53, off by 0.1 ms',
      fields: { synchronized: true, source: '192.0.2.53', offset_secs: -0.000123 },
    });
  });

  it('asks systemd when nobody else answers', async () => {
    const programs = {
      ...missing,
      'timedatectl show-timesync': TIMESYNC,
      'timedatectl show --no-pager': SYNCED,
    };
    expect(await timeSync(await aMachine({ programs }))).toMatchObject({
      summary: 'clock synchronized by ntp.example',
      fields: { synchronized: true, offset_secs: null },
    });
  });

  it('believes a service that says yes over one that says no', async () => {
    const programs = {
      chronyc: CHRONY_LOST,
      ntpq: none,
      'timedatectl show-timesync': { failed: 'x' },
      'timedatectl show': SYNCED,
    };
    expect(await timeSync(await aMachine({ programs }))).toMatchObject({
      fields: { synchronized: true, source: null },
    });
  });

  it('says that the clock follows nothing, but not in the first minutes after the start', async () => {
    const programs = { ...missing, 'timedatectl show': LOST };
    expect(await timeSync(await aMachine({ files: day, programs }))).toMatchObject({
      fields: { synchronized: false },
    });
    const fresh = await aMachine({ files: { '/proc/uptime': '60.0 1.0\n' }, programs });
    await expect(timeSync(fresh)).rejects.toThrow('has just started');
  });

  it('is unreadable where no time service answers, and names all that were asked', async () => {
    const programs = {
      chronyc: { failed: 'chronyc is not installed' },
      ntpq: { failed: 'ntpq is not installed' },
      timedatectl: { failed: 'timedatectl: Failed to connect to bus' },
    };
    await expect(timeSync(await aMachine({ files: day, programs }))).rejects.toThrow(
      'no time service answers here: chronyc is not installed; ntpq is not installed; timedatectl: Failed to connect to bus',
    );
  });

  it('does not blame a container for the clock of its host', async () => {
    const probe = await aMachine({
      files: { ...day, '/run/systemd/container': 'lxc\n' },
      programs: { ...missing, 'timedatectl show': LOST.replace('\nNTP=yes', '\nNTP=no') },
    });
    await expect(timeSync(probe)).rejects.toThrow("the clock is the host's (lxc)");
  });
});
