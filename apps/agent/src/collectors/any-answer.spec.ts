import { SECTION_NAMES } from '@kenny/contract/agent';
import fc from 'fast-check';
import { sectionFaults } from '../../test/collectors/judged-section.js';
import { madeMachines } from '../../test/collectors/made-machine.js';
import type { AnyReading } from './collector.js';
import type { Probe } from './probe/probe.js';
import { Unreadable } from '../errors/unreadable.js';
import { collectors } from './registry.js';

const PIECES = [
  ...[
    '{',
    '}',
    '[]',
    '"',
    ':',
    ',',
    '\n',
    '\t',
    ' ',
    '0',
    '1',
    '-1',
    '1e999',
    'null',
    'true',
    '\0',
  ],
  ...[
    '{"nftables":[{"metainfo":{}},{"chain":{"hook":"input"}}]}',
    '{"smart_status":{"passed":true}}',
  ],
  ...[
    'printer a is idle.',
    'Inst a [1] (2 x)',
    'Connected to 00:11:22:33:44:55',
    'running',
    'Id: "a"',
  ],
  ...[
    'engine_load_status : "x"',
    '{"__REALTIME_TIMESTAMP":"1"}',
    'yes',
    '2026-11-21',
    'No threats',
  ],
];
const answer = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((all) => all.join('')),
  fc.json(),
);

/** A PC that has everything a collector may ask for, and whose programs all say the same. */
const FILES = {
  '/proc/1/comm': 'init\n',
  '/proc/self/mountinfo': '1 0 0:30 / / rw - zfs rpool/root rw\n',
  '/proc/uptime': '900000.0 1.0\n',
  '/proc/net/ip_tables_names': 'filter\n',
  '/sys/block/sda/size': '1000\n',
  '/sys/class/net/wlan0/phy80211': null,
  '/sys/class/net/wlan0/operstate': 'up\n',
  '/usr/sbin/cupsd': '',
  '/usr/bin/unattended-upgrade': '',
  '/var/lib/apt/lists/deb_dists_x_InRelease': '',
  '/var/lib/dpkg/status': '',
  '/var/lib/flatpak/app': null,
};

describe('programs that answer anything', () => {
  const aMachine = madeMachines();
  let probe: Probe;

  beforeAll(async () => {
    probe = await aMachine({ files: FILES });
  });

  // A day goes by with each look, so that nothing said before is remembered.
  let days = 0;
  const clock = () => ({ ...probe.clock, monotonic: () => (days += 1) * 86_400_000 });

  const collect = async (section: (typeof SECTION_NAMES)[number], text: string) => {
    const run: Probe['run'] = () => Promise.resolve({ ok: true, stdout: text });
    const found = collectors[section];
    try {
      return (await found?.({ ...probe, run, clock: clock() })) as AnyReading | undefined;
    } catch (error) {
      // The only thing a collector may throw on purpose; all else is a fault of ours.
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  };

  it.each(SECTION_NAMES.filter((section) => section !== 'processes'))(
    'make %s a valid section, an absent one or an unreadable one',
    async (section) => {
      await fc.assert(
        fc.asyncProperty(answer, async (text) => {
          expect(await sectionFaults(section, () => collect(section, text))).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each([
    ['disk_smart', ''],
    ['firewall', ''],
    ['encryption', ''],
    ['printers', ''],
    ['wifi_quality', ''],
    // apt says nothing when there is nothing to say.
    ['app_updates', '<html></html>'],
  ] as const)(
    'give %s no clean reading out of %j or an unknown language',
    async (section, text) => {
      for (const said of [text, 'Zugriff verweigert\n', '拒否されました', '\0\0']) {
        expect((await collect(section, said))?.kind).not.toBe('read');
      }
    },
  );
});
