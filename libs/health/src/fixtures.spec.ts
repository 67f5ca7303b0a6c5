import { readdirSync, readFileSync } from 'node:fs';
import { CATALOG, SECTION_NAMES, check, type JsonSchema } from '@kenny/contract/agent';
import { evaluateSection } from './evaluate.js';
import type { Verdict } from './verdict.js';

const FOLDER = new URL('../../../fixtures/telemetry/', import.meta.url);
const NOW = Date.parse('2026-06-04T18:00:00Z');

type Payload = Record<string, unknown>;

function fixture(section: string): Payload {
  const text = readFileSync(new URL(`telemetry_${section}.json`, FOLDER), 'utf8');
  return JSON.parse(text) as Payload;
}

function propertiesOf(section: string): Record<string, JsonSchema> {
  const found = CATALOG.sections.find(({ name }) => name === section);
  return (found?.payload['properties'] ?? {}) as Record<string, JsonSchema>;
}

/** Field names of a section that hold a list of objects. */
function listsOf(section: string): string[] {
  return Object.entries(propertiesOf(section))
    .filter(([, { items }]) => (items as JsonSchema | undefined)?.['type'] === 'object')
    .map(([field]) => field);
}

const FIELDS_OF_EVERY_SECTION = ['status', 'summary', 'readable', 'unreadable_reason'];
const ownFieldsOf = (section: string): string[] =>
  Object.keys(propertiesOf(section)).filter((field) => !FIELDS_OF_EVERY_SECTION.includes(field));

/** What kenny shows for each fixture on 4 June 2026. */
const SHOWN: Record<string, Verdict> = {
  disk: { status: 'warn', reason: 'C: is 91 % full' },
  peripherals: {
    status: 'warn',
    reason: '1 device with a fault: Realtek USB GbE Family Controller',
  },
  network: { status: 'ok', reason: '3 interfaces' },
  routing: { status: 'ok', reason: 'The default route goes through enp3s0' },
  processes: { status: 'ok', reason: '243 processes' },
  services: { status: 'warn', reason: '1 service down: Print Spooler' },
  defender: { status: 'crit', reason: 'Microsoft Defender is switched off' },
  win_update: {
    status: 'warn',
    reason: '1 update failed: 2026-05 Cumulative Update for Windows 11 Version 24H2 (KB5039212)',
  },
  disk_smart: { status: 'ok', reason: '2 drives healthy' },
  battery: { status: 'warn', reason: 'The battery holds 64.2 % of its original capacity' },
  memory: { status: 'ok', reason: '47.3 % of memory is in use' },
  thermals: { status: 'ok', reason: 'Package id 0 is at 61 °C' },
  load: { status: 'ok', reason: 'CPU 12.4 %, memory 61 %, network 1.2 MB/s, disks 340 kB/s' },
  firewall: { status: 'warn', reason: 'Firewall: Public is off' },
  encryption: { status: 'warn', reason: 'C: is not encrypted' },
  av_thirdparty: { status: 'ok', reason: 'Up to date: Example Antivirus' },
  defender_quarantine: {
    status: 'warn',
    reason: '1 item in quarantine: PUA:Win32/Presenoker',
  },
  reboot_pending: {
    status: 'warn',
    reason: 'A restart is pending: a system update, a new version of Linux',
  },
  os_support: { status: 'ok', reason: 'Debian GNU/Linux 12 (bookworm) is supported' },
  reliability: {
    status: 'ok',
    reason: 'The stability index is 8.4 of 10, 3 errors in the last 7 days',
  },
  app_updates: { status: 'warn', reason: '2 apps can be updated' },
  uptime: { status: 'ok', reason: 'Up for 6 days' },
  time_sync: { status: 'ok', reason: 'The clock is right' },
  printers: { status: 'warn', reason: 'HP LaserJet M110w is offline' },
  wifi_quality: { status: 'warn', reason: 'Wi-Fi signal at 43 %' },
  autostart: { status: 'ok', reason: '3 programs start by themselves' },
};

describe('telemetry fixtures', () => {
  it('are one for every section of the contract and nothing else', () => {
    const files = readdirSync(FOLDER).sort();
    expect(files).toEqual(SECTION_NAMES.map((name) => `telemetry_${name}.json`).sort());
  });

  describe.each(SECTION_NAMES)('%s', (section) => {
    it('is a valid payload that shows every field of the section', () => {
      const payload = fixture(section);
      expect(check(`section:${section}`, payload)).toEqual([]);
      expect(Object.keys(payload)).toEqual(expect.arrayContaining(ownFieldsOf(section)));
    });

    it('may carry fields of a later protocol, also nested', () => {
      const payload = fixture(section);
      payload['later'] = { since: '0.17' };
      for (const list of listsOf(section)) {
        for (const entry of payload[list] as Payload[]) entry['later'] = 1;
      }
      const before = structuredClone(payload);
      expect(check(`section:${section}`, payload)).toEqual([]);
      expect(payload).toEqual(before);
    });

    it('is refused with a wrong type in any of its fields', () => {
      for (const field of Object.keys(propertiesOf(section))) {
        const issues = check(`section:${section}`, { ...fixture(section), [field]: { no: 1 } });
        expect(issues.map(({ path }) => path)).toContain(field);
      }
    });

    it('is refused with an entry that is not an object', () => {
      for (const list of listsOf(section)) {
        const issues = check(`section:${section}`, { ...fixture(section), [list]: ['no'] });
        expect(issues.map(({ path }) => path)).toEqual([`${list}.0`]);
      }
    });

    it('may be all nulls, as agents without a probe send it', () => {
      const nulls = Object.fromEntries(ownFieldsOf(section).map((field) => [field, null]));
      const stub = { status: 'ok', summary: 'n/a on this platform', ...nulls };
      expect(check(`section:${section}`, stub)).toEqual([]);
    });

    it('may say only why it could not be read', () => {
      const unreadable = { status: 'ok', summary: 'not readable', readable: false };
      expect(
        check(`section:${section}`, { ...unreadable, unreadable_reason: 'access denied' }),
      ).toEqual([]);
    });

    it('needs a status and a summary', () => {
      const { status, summary, ...rest } = fixture(section);
      expect(check(`section:${section}`, { ...rest, summary })).not.toEqual([]);
      expect(check(`section:${section}`, { ...rest, status })).not.toEqual([]);
      expect(check(`section:${section}`, { ...rest, summary, status: 'fine' })).not.toEqual([]);
    });

    it('is shown as its facts say', () => {
      expect(evaluateSection(section, fixture(section), NOW)).toEqual(SHOWN[section]);
    });

    it('reports the status that its rule comes to', () => {
      const payload = fixture(section);
      expect(payload['status']).toBe(evaluateSection(section, payload, NOW).status);
    });
  });
});
