import { check, type SectionName } from '@kenny/contract/agent';
import { recorded } from '../../test/collectors/made-machine.js';
import {
  aWindowsPc,
  readOn,
  refused,
  type WindowsPc,
} from '../../test/windows/made-windows-machine.js';
import { meaningOf } from './av-thirdparty/windows.js';
import type { AnyReading } from './collector.js';
import { POWERSHELL_PARTS } from './powershell-parts.js';
import type { PowershellPart } from './windows-machine.js';
import { parseTimeStatus } from './time-sync/windows.js';

const read = (section: SectionName, pc: WindowsPc): Promise<AnyReading> =>
  readOn(section, aWindowsPc(pc));
const say = (section: PowershellPart, answer: unknown): Promise<AnyReading> =>
  read(section, { powershell: { [section]: answer }, native: { power: { hasBattery: true } } });

/** In the form of our scripts, with values as Microsoft documents the classes. */
describe('sections that only PowerShell answers (documented values)', () => {
  const defender = {
    enabled: true,
    realtime: true,
    mode: 'Normal',
    quick: '2026-11-20T03:00:00Z',
    full: '2026-11-01T03:00:00Z',
    signatures: '2026-11-21T06:00:00Z',
    action: false,
    threats: 0,
  };

  it('read Defender; the newer scan counts', async () => {
    expect(await say('defender', defender)).toMatchObject({
      summary: 'Microsoft Defender is on, real-time protection on',
      fields: { last_scan: '2026-11-20T03:00:00Z', last_scan_type: 'quick', threats_found: 0 },
    });
    expect(await say('defender', { ...defender, quick: null })).toMatchObject({
      fields: { last_scan: '2026-11-01T03:00:00Z', last_scan_type: 'full' },
    });
  });

  it('do not call a Defender broken that stands back for another product', async () => {
    expect(await say('defender', { ...defender, mode: 'Passive Mode' })).toEqual({
      kind: 'unreadable',
      reason: 'Microsoft Defender stands back for another product (Passive Mode)',
    });
  });

  it.each([
    [0x41000, 'unreadable', 'Microsoft Defender is off, Norton 360 protects'],
    [0x40000, 'read', undefined],
  ])(
    'call Defender off when nothing else is on (Norton in state %i)',
    async (state, kind, reason) => {
      const products = [
        { name: 'Windows Defender', state: 0x60100 },
        { name: 'Norton 360', state },
      ];
      const off = { ...defender, enabled: false, realtime: false, mode: 'Not running' };
      const found = await say('defender', { ...off, products });
      expect(found).toMatchObject(reason ? { kind, reason } : { kind, fields: { enabled: false } });
    },
  );

  it('read the quarantine; an empty one is a reading, no list is none', async () => {
    const item = { id: '2147519003', name: 'Virus:DOS/EICAR_Test_File', severity: 5, time: null };
    expect(await say('defender_quarantine', { items: [item] })).toMatchObject({
      fields: { items: [{ name: 'Virus:DOS/EICAR_Test_File', severity: 'Severe' }] },
    });
    expect(await say('defender_quarantine', { items: [] })).toMatchObject({ kind: 'read' });
    expect((await say('defender_quarantine', {})).kind).toBe('unreadable');
  });

  it('read updates, also with German titles', async () => {
    const title = '2026-11 Kumulatives Update für Windows 11 (kb5068861)';
    const found = await say('win_update', {
      last_check: '2026-11-21T07:12:00Z',
      recent: [
        { title, result: 4, time: '2026-11-20T21:04:11Z' },
        { title: 'Realtek - Net', result: 2, time: null },
        { title: '', result: 2 },
      ],
    });
    expect(found).toEqual({
      kind: 'read',
      summary: '2 updates, 1 failed',
      fields: {
        last_check: '2026-11-21T07:12:00Z',
        recent: [
          { kb: 'KB5068861', title, result: 'failed', installed_at: '2026-11-20T21:04:11Z' },
          { kb: null, title: 'Realtek - Net', result: 'succeeded', installed_at: null },
        ],
      },
    });
  });

  it('read drives by number: words are those of the display language', async () => {
    const drive = {
      model: ' Samsung SSD 980 ',
      health: 0,
      operation: [2],
      wear: 3,
      temperature: 41,
    };
    const found = await say('disk_smart', {
      disks: [drive, { model: 'USB', health: 2, operation: [5], wear: null, temperature: 0 }],
    });
    expect(found).toMatchObject({
      summary: '2 drives, USB: Unhealthy',
      fields: {
        disks: [
          { model: 'Samsung SSD 980', health_status: 'Healthy', wear: 3, temperature_c: 41 },
          { model: 'USB', predictive_failure: true, wear: null, temperature_c: null },
        ],
      },
    });
  });

  it('read temperatures from tenths of a kelvin, without impossible ones', async () => {
    const zones = [
      { name: 'ACPI\\ThermalZone\\TZ00_0', tenths: 3232 },
      { name: 'ACPI\\ThermalZone\\TZ01_0', tenths: 0 },
    ];
    expect(await say('thermals', { zones })).toMatchObject({
      fields: { sensors: [{ label: 'TZ00_0', temperature_c: 50.1 }] },
    });
    expect((await say('thermals', { zones: [] })).kind).toBe('absent');
  });

  it('read encryption; partitions without a letter do not count', async () => {
    const volumes = [
      { mount: 'C:', status: 1, percent: 100 },
      { mount: 'D:', status: 0, percent: 0 },
      { mount: '', status: 0, percent: 0 },
    ];
    expect(await say('encryption', { volumes })).toMatchObject({
      summary: 'protected: C:; not protected: D:',
      fields: { volumes: [{ mount: 'C:', protection_status: 1 }, { mount: 'D:' }] },
    });
    expect((await say('encryption', { volumes: [] })).kind).toBe('unreadable');
  });

  it.each([
    [0x61100, { state: 'on', up_to_date: true }],
    [0x61110, { state: 'on', up_to_date: false }],
    [0x60100, { state: 'off', up_to_date: true }],
    [undefined, { state: null, up_to_date: null }],
  ])('product state %p is %p', (state, meaning) => {
    expect(meaningOf(state)).toEqual(meaning);
  });

  it('leave Defender out of the other scanners', async () => {
    const products = [
      { name: 'Windows Defender', state: 0x61100 },
      { name: 'Avira Antivirus', state: 0x41000 },
    ];
    expect(await say('av_thirdparty', { products })).toMatchObject({
      fields: { products: [{ name: 'Avira Antivirus', state: 'on' }] },
    });
    expect((await say('av_thirdparty', { products: products.slice(0, 1) })).kind).toBe('absent');
  });

  it('list devices, those with a fault first, inner parts only with one', async () => {
    const devices = [
      { name: 'USB-Maus', class: 'Mouse', error: 0 },
      { name: 'ACPI-Knopf', class: 'System', error: 0 },
      { name: 'Abgeschaltet', class: 'Net', error: 22 },
      { name: 'Unbekanntes Gerät', class: '', error: 28 },
      { name: 'Systemgerät', class: 'System', error: 10 },
    ];
    const found = await say('peripherals', { devices });
    expect(found).toMatchObject({
      summary: '4 devices, with a fault: Unbekanntes Gerät, Systemgerät',
    });
    expect((await say('peripherals', { devices: [] })).kind).toBe('unreadable');
  });

  it('count errors, with the index where Windows keeps one', async () => {
    expect(await say('reliability', { crashes: 7, index: 8.456 })).toMatchObject({
      summary: 'stability index 8.5 of 10, 7 errors in the last 7 days',
      fields: { stability_index: 8.46, recent_crashes: 7 },
    });
    expect(await say('reliability', { crashes: 0, index: null })).toMatchObject({
      fields: { stability_index: null, recent_crashes: 0 },
    });
  });
});

const PARTS = Object.keys(POWERSHELL_PARTS) as PowershellPart[];

describe('answers that are none', () => {
  it.each(PARTS.filter((part) => part !== 'battery'))(
    'make %s unreadable: refused, empty, odd',
    async (part) => {
      await expect(say(part, refused('Zugriff verweigert'))).rejects.toThrow('Zugriff verweigert');
      for (const odd of [null, {}, [], '', 'Zugriff verweigert', 0, { items: 'x' }]) {
        expect((await say(part, odd)).kind).toBe('unreadable');
      }
    },
  );

  it.each(PARTS)('never make an invalid section of %s', async (part) => {
    const odd = { items: [{}], recent: [{}], disks: [{}], zones: [{}], volumes: [{}] };
    const found = await say(part, {
      ...odd,
      products: [{}],
      devices: [{}],
      crashes: 1,
      enabled: true,
    });
    if (found.kind !== 'read') return;
    const payload = { status: 'ok', summary: found.summary, ...found.fields };
    expect(check(`section:${part}`, payload)).toEqual([]);
  });
});

describe('time_sync', () => {
  it('is read by the order of lines, in English (documented)', async () => {
    expect(parseTimeStatus(await recorded('time-sync/documented/w32tm-en.txt'))).toEqual({
      synchronized: true,
      source: 'time.windows.com',
      offset: 0.0005263,
    });
  });

  it('and in German (documented)', async () => {
    const stdout = await recorded('time-sync/documented/w32tm-de.txt');
    expect(await read('time_sync', { programs: { w32tm: { ok: true, stdout } } })).toMatchObject({
      summary: 'the clock follows no time source, -7.5 s off',
      fields: { synchronized: false, offset_secs: -7.5 },
    });
  });

  it.each([
    '',
    'Zugriff verweigert',
    'a: b\nc: d',
    'Leap Indicator: 0(no warning)\nStratum: 4 (x)\n',
  ])('is unreadable for %j', async (stdout) => {
    expect((await read('time_sync', { programs: { w32tm: { ok: true, stdout } } })).kind).toBe(
      'unreadable',
    );
  });

  it('does not warn of a service that starts on a trigger', async () => {
    const asleep = { ok: false, installed: true, said: '', exitCode: 0x80070426 | 0 } as const;
    const programs = { w32tm: { ...asleep, reason: 'w32tm: …' } };
    expect(await read('time_sync', { programs })).toEqual({
      kind: 'unreadable',
      reason: 'the time service does not run just now',
    });
  });
});

describe('app_updates', () => {
  it('lists what winget can update', async () => {
    const updates = [{ name: '7-Zip', id: '7zip.7zip', version: '23.01', available: '24.09' }];
    expect(await read('app_updates', { updates })).toMatchObject({
      summary: '1 update: 7-Zip',
      fields: { available: 1, packages: updates },
    });
  });
});
