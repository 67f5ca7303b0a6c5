import { SECTION_NAMES } from '@kenny/contract/agent';
import fc from 'fast-check';
import { sectionFaults } from '../../test/collectors/judged-section.js';
import { aWindowsPc, readOn } from '../../test/windows/made-windows-machine.js';
import { windowsCollectors } from './windows.js';
import type { WindowsMachine } from './windows-machine.js';
import { parseRegistryExport, parseRegistryQuery } from '../platform/windows/registry.js';
import { parseWingetTable } from '../platform/windows/winget-table.js';

/** Names that our scripts and the child use, so that an answer is sometimes nearly right. */
const KEYS = [
  'items',
  'recent',
  'disks',
  'zones',
  'volumes',
  'products',
  'devices',
  'silent',
  'adapters',
];
const FIELDS = [
  ...['name', 'mount', 'total', 'free', 'available', 'title', 'result', 'status', 'percent', 'pid'],
  ...[
    'enabled',
    'crashes',
    'index',
    'charge',
    'hasBattery',
    'connected',
    'signal',
    'channel',
    'ssid',
  ],
  ...['model', 'health', 'wear', 'temperature', 'tenths', 'state', 'error', 'bytes', 'destination'],
  ...[
    'design',
    'full',
    'time',
    'severity',
    'last_check',
    'commitLimit',
    'metric',
    'address',
    'jobs',
    'inward',
    'outward',
  ],
];
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 3 }),
);
const record = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 12 });
const answer = fc.oneof(
  fc.jsonValue(),
  record,
  fc.array(record, { maxLength: 4 }),
  fc
    .tuple(fc.dictionary(fc.constantFrom(...KEYS), fc.array(record, { maxLength: 4 })), record)
    .map(([lists, fields]) => ({ ...fields, ...lists })),
);

describe('a Windows that answers anything', () => {
  const machine = (said: unknown, text: string): WindowsMachine => ({
    ...aWindowsPc({ addresses: { Ethernet: ['192.0.2.2'] }, nameServers: ['192.0.2.1'] }),
    native: () => Promise.resolve(said),
    powershell: () => Promise.resolve(said),
    registry: (key) => Promise.resolve(parseRegistryQuery(text, key)),
    folder: () => Promise.resolve([text]),
    run: () => Promise.resolve({ ok: true, stdout: text }),
    updates: () => Promise.resolve(parseWingetTable(text) ?? []),
  });

  it.each([...SECTION_NAMES])(
    'makes %s a valid section, an absent one or an unreadable one',
    async (section) => {
      const text = fc.string({ unit: 'binary', maxLength: 200 });
      await fc.assert(
        fc.asyncProperty(answer, text, async (said, line) => {
          const collect = () => readOn(section, machine(said, line));
          expect(await sectionFaults(section, collect)).toEqual([]);
        }),
        { numRuns: 150 },
      );
    },
  );

  it('breaks none of the parsers', () => {
    const text = fc.string({ unit: 'binary', maxLength: 500 });
    fc.assert(
      fc.property(text, (said) => {
        parseWingetTable(`a b c\n-----------\n${said}`);
        parseRegistryQuery(said, 'HKLM\\A');
        const file = `\ufeffWindows Registry Editor\r\n[HKEY_LOCAL_MACHINE\\A]\r\n${said}`;
        parseRegistryExport(Buffer.from(file, 'utf16le'), 'HKLM\\A');
      }),
    );
  });

  it('is asked for in each section', () => {
    for (const section of SECTION_NAMES) expect(windowsCollectors[section]).toBeDefined();
  });
});
