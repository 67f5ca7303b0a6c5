import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { parseUptime, uptime } from './linux.js';

describe('section uptime', () => {
  const aMachine = madeMachines();

  it('reads how long the system runs and when it started (recorded, Debian 12)', async () => {
    const probe = await aMachine({
      files: {
        '/proc/uptime': await recorded('uptime/recorded/debian12-uptime.txt'),
        '/proc/stat': await recorded('uptime/recorded/debian12-stat.txt'),
      },
    });
    expect(await uptime(probe)).toEqual({
      kind: 'read',
      summary: 'up for 47 min',
      fields: { uptime_secs: 2865, boot_time_unix: 1795299676 },
    });
  });

  it('counts back from now where the kernel does not name the start', async () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const probe = await aMachine({
      files: { '/proc/uptime': '90061.5 0.0\n', '/proc/stat': 'cpu 1 2 3\n' },
      now,
    });
    expect(await uptime(probe)).toMatchObject({
      summary: 'up for 1 day 1 h',
      fields: { boot_time_unix: Math.floor(now / 1000 - 90061.5) },
    });
  });

  it.each(['', 'up', '-5 1', '1e9 1', '12.', 'NaN 1'])('takes no uptime from %j', (text) => {
    expect(parseUptime(text)).toBeUndefined();
  });
});
