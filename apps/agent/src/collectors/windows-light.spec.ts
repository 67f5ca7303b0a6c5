import type { SectionName } from '@kenny/contract/agent';
import {
  aWindowsPc,
  readOn,
  recordedNative,
  refused,
  type WindowsPc,
} from '../../test/windows/made-windows-machine.js';
import type { AnyReading } from './collector.js';
import { channelOf } from './os-support/windows.js';
import { statusWords } from './printers/windows.js';
import { bandOf } from './wifi-quality/windows.js';

const read = (section: SectionName, pc: WindowsPc): Promise<AnyReading> =>
  readOn(section, aWindowsPc(pc));
const key = (tail: string): string => `HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\${tail}`;
const NAMES = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\ComputerName';
const SERVICING = key('Component Based Servicing');
const UPDATE = key('WindowsUpdate\\Auto Update');

describe('sections that need no PowerShell', () => {
  it('are read from what the child says (recorded under Wine)', async () => {
    const native = recordedNative();
    const addresses = { eth0: ['192.0.2.2'], 'Loopback Pseudo-Interface 1': ['127.0.0.1'] };
    const pc = { native, addresses, nameServers: ['192.0.2.1', '192.0.2.1'] };
    expect(await read('disk', pc)).toMatchObject({
      kind: 'read',
      fields: { volumes: [{ mount: 'C:', total_bytes: 270553174016 }, { mount: 'Z:' }] },
    });
    expect(await read('memory', pc)).toMatchObject({
      fields: { total_bytes: 25325256704, swap_total_bytes: 8192, swap_used_bytes: null },
    });
    expect(await read('routing', pc)).toMatchObject({
      summary: 'default route by eth0, 4 routes',
      fields: { default_interface: 'eth0' },
    });
    expect(await read('processes', pc)).toMatchObject({ kind: 'read' });
    const services = await read('services', pc);
    expect(services.kind === 'read' && Reflect.get(services.fields, 'services')).toContainEqual({
      name: 'Eventlog',
      display: 'Event Log',
      status: 'Running',
      start: 'Auto',
    });
    expect(await read('network', pc)).toMatchObject({
      fields: {
        interfaces: [{ name: 'eth0', mac: '02:00:00:00:00:01', ips: ['192.0.2.2'] }],
        dns: ['192.0.2.1'],
      },
    });
    expect(await read('uptime', pc)).toMatchObject({ fields: { uptime_secs: 90_000 } });
  });

  it('name a drive that gives no answer, and are unreadable with nothing else', async () => {
    const native = { volumes: { volumes: [], silent: ['D:'] } };
    expect(await read('disk', { native })).toEqual({
      kind: 'unreadable',
      reason: 'D: gives no answer',
    });
  });

  it.each(['disk', 'memory', 'processes', 'services'] as const)(
    'make no clean reading of %s out of an empty or odd answer',
    async (section) => {
      for (const odd of [null, [], {}, 'text', [{}], { volumes: [{}] }]) {
        const part = section === 'disk' ? 'volumes' : section;
        expect((await read(section, { native: { [part]: odd } })).kind).toBe('unreadable');
      }
    },
  );

  it('warn of a service that is stopped though it starts by itself, not of a trigger', async () => {
    const service = (name: string, status: string, start: string) => ({ name, status, start });
    const native = {
      services: [
        service('Spooler', 'Stopped', 'Auto'),
        service('W32Time', 'Stopped', 'Trigger'),
        service('Dnscache', 'Running', 'Auto'),
        service('RemoteRegistry', 'Stopped', 'Disabled'),
      ],
    };
    const found = await read('services', { native });
    expect(found).toMatchObject({
      summary: '1 service running, stopped though they start by themselves: Spooler',
    });
    expect(JSON.stringify(found)).not.toContain('RemoteRegistry');
  });
});

describe('battery', () => {
  const power = { hasBattery: true, charge: 80, isCharging: false, onMains: true };
  const packs = { design: [50_000, 10_000], full: [40_000, 8_000] };

  it('has its charge from Windows and its health from PowerShell', async () => {
    const pc = { native: { power }, powershell: { battery: packs } };
    expect(await read('battery', pc)).toMatchObject({
      fields: { present: true, charge_percent: 80, health_percent: 80, status_code: 2 },
    });
  });

  it('still has its charge where PowerShell does not answer', async () => {
    const pc = { native: { power }, powershell: { battery: refused('no PowerShell') } };
    expect(await read('battery', pc)).toMatchObject({ fields: { health_percent: null } });
  });

  it('is absent without one, and unreadable when Windows does not know', async () => {
    const of = (state: object) =>
      read('battery', { native: { power: state }, powershell: { battery: {} } });
    expect(await of({ hasBattery: false })).toMatchObject({ kind: 'absent' });
    expect(await of({ hasBattery: null })).toMatchObject({ kind: 'unreadable' });
  });
});

describe('the registry', () => {
  const local = (profile: string): string =>
    `HKLM\\SYSTEM\\CurrentControlSet\\Services\\SharedAccess\\Parameters\\FirewallPolicy\\${profile}`;
  const policy = (profile: string): string =>
    `HKLM\\SOFTWARE\\Policies\\Microsoft\\WindowsFirewall\\${profile}`;
  const on = ['    EnableFirewall    REG_DWORD    0x1'];
  const off = ['    EnableFirewall    REG_DWORD    0x0'];

  it('tells of the firewall: a policy before the PC`s own switch', async () => {
    const registry = {
      [policy('DomainProfile')]: null,
      [policy('PrivateProfile')]: off,
      [policy('PublicProfile')]: null,
      [local('DomainProfile')]: on,
      [local('StandardProfile')]: on,
      [local('PublicProfile')]: null,
    };
    expect(await read('firewall', { registry })).toEqual({
      kind: 'read',
      summary: 'the firewall is off for: Private',
      fields: {
        profiles: [
          { name: 'Domain', enabled: true },
          { name: 'Private', enabled: false },
          { name: 'Public', enabled: null },
        ],
      },
    });
    const nothing = Object.fromEntries(Object.keys(registry).map((one) => [one, null]));
    expect((await read('firewall', { registry: nothing })).kind).toBe('unreadable');
  });

  const names = (active: string, next: string) => ({
    [`${NAMES}\\ActiveComputerName`]: [`    ComputerName    REG_SZ    ${active}`],
    [`${NAMES}\\ComputerName`]: [`    ComputerName    REG_SZ    ${next}`],
  });

  it('tells that a restart is pending, and why', async () => {
    const below = (name: string, child: string) => [
      `${name.replace('HKLM', 'HKEY_LOCAL_MACHINE')}\\${child}`,
    ];
    const registry = {
      [SERVICING]: below(SERVICING, 'RebootPending'),
      [UPDATE]: below(UPDATE, 'RebootRequired'),
      ...names('ALT', 'NEU'),
    };
    expect(await read('reboot_pending', { registry })).toMatchObject({
      fields: {
        pending: true,
        reasons: ['ComponentBasedServicing', 'WindowsUpdate', 'PendingComputerRename'],
      },
    });
    const calm = { [SERVICING]: [], [UPDATE]: null, ...names('PC', 'pc') };
    expect(await read('reboot_pending', { registry: calm })).toMatchObject({
      fields: { pending: false, reasons: [] },
    });
    const hidden = { [SERVICING]: null, [UPDATE]: null };
    expect((await read('reboot_pending', { registry: hidden })).kind).toBe('unreadable');
  });

  const version = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion';
  const values = (all: Record<string, string>): string[] =>
    Object.entries(all).map(([name, text]) => `    ${name}    REG_SZ    ${text}`);

  it('names Windows 11, which still calls itself 10, and the end of its support', async () => {
    const lines = values({
      ProductName: 'Windows 10 Pro',
      DisplayVersion: '24H2',
      CurrentBuildNumber: '26100',
      EditionID: 'Professional',
      InstallationType: 'Client',
    });
    const registry = { [version]: [...lines, '    UBR    REG_DWORD    0x8a1'] };
    const found = await read('os_support', { registry, now: Date.parse('2026-01-01') });
    expect(found).toEqual({
      kind: 'read',
      summary: 'Windows 11 Pro 24H2, security updates until 2026-10-13',
      fields: {
        name: 'Windows 11 Pro',
        version: '24H2',
        build: '26100.2209',
        eol: false,
        eol_date: '2026-10-13',
      },
    });
    const later = await read('os_support', { registry, now: Date.parse('2026-10-14') });
    expect(later).toMatchObject({ fields: { eol: true } });
  });

  it('does not rename a server, and does not guess an end it does not know', async () => {
    const lines = (build: string) =>
      values({
        ProductName: 'Windows Server 2025 Standard',
        CurrentBuildNumber: build,
        InstallationType: 'Server Core',
      });
    expect(await read('os_support', { registry: { [version]: lines('26100') } })).toMatchObject({
      fields: { name: 'Windows Server 2025 Standard', eol_date: '2034-10-10' },
    });
    expect(await read('os_support', { registry: { [version]: lines('99999') } })).toMatchObject({
      fields: { eol: null, eol_date: null },
    });
    expect((await read('os_support', { registry: { [version]: [] } })).kind).toBe('unreadable');
  });

  it.each([
    ['Professional', false, 'home'],
    ['Core', false, 'home'],
    ['Enterprise', false, 'enterprise'],
    ['Education', false, 'enterprise'],
    ['EnterpriseS', false, 'long-term'],
    ['IoTEnterpriseS', false, 'long-term'],
    ['ServerStandard', true, 'server'],
  ] as const)('edition %s (server: %p) is %s', (edition, isServer, channel) => {
    expect(channelOf(edition, isServer)).toBe(channel);
  });

  it('lists what starts by itself: keys and folders, of the PC and of who is logged in', async () => {
    const run = 'SOFTWARE\\Microsoft\\Windows\\CurrentVersion';
    const list = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList';
    const sid = 'S-1-5-21-1-2-3-1001';
    const startup = 'Microsoft\\Windows\\Start Menu\\Programs\\Startup';
    const registry = {
      [`HKLM\\${run}`]: [],
      [`HKLM\\${run}\\Run`]: ['    SecurityHealth    REG_EXPAND_SZ    %windir%\\x.exe'],
      [`HKLM\\${run}\\RunOnce`]: null,
      [`HKLM\\SOFTWARE\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\Run`]: null,
      [`HKLM\\SOFTWARE\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\RunOnce`]: null,
      HKU: ['HKEY_USERS\\.DEFAULT', `HKEY_USERS\\${sid}`, `HKEY_USERS\\${sid}_Classes`],
      [`HKU\\${sid}\\${run}\\Run`]: ['    Spotify    REG_SZ    C:\\spotify.exe'],
      [`HKU\\${sid}\\${run}\\RunOnce`]: null,
      [list]: [
        '    ProgramData    REG_EXPAND_SZ    %SystemDrive%\\ProgramData',
        `HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList\\${sid}`,
      ],
      [`${list}\\${sid}`]: ['    ProfileImagePath    REG_EXPAND_SZ    C:\\Users\\eva'],
    };
    const folders = {
      [`C:\\ProgramData\\${startup}`]: ['desktop.ini'],
      [`C:\\Users\\eva\\AppData\\Roaming\\${startup}`]: ['Notizen.lnk', 'desktop.ini'],
    };
    const found = await read('autostart', { registry, folders });
    expect(found).toMatchObject({ summary: '3 entries: SecurityHealth, Spotify, Notizen.lnk' });
    const hidden = { ...registry, [`HKLM\\${run}`]: null };
    await expect(read('autostart', { registry: hidden })).rejects.toThrow('does not show');
  });
});

describe('printers and Wi-Fi', () => {
  it('have the words of the contract', () => {
    expect(statusWords(0, false)).toBe('Normal');
    expect(statusWords(0, true)).toBe('Offline');
    expect(statusWords(0x92, true)).toBe('Error, Offline, PaperOut');
    expect([1, 14, 36, 165, 200, undefined].map(bandOf)).toEqual([
      '2.4 GHz',
      '2.4 GHz',
      '5 GHz',
      '5 GHz',
      null,
      null,
    ]);
  });

  it('are absent where there is none, and not connected is a reading', async () => {
    const native = { printers: [], wifi: [] };
    expect((await read('printers', { native })).kind).toBe('absent');
    expect((await read('wifi_quality', { native })).kind).toBe('absent');
    const idle = { wifi: [{ connected: false }] };
    expect(await read('wifi_quality', { native: idle })).toMatchObject({
      fields: { connected: false, signal_percent: null },
    });
    const used = { wifi: [{ connected: true, ssid: 'Zuhause', signal: 71, channel: 44 }] };
    expect(await read('wifi_quality', { native: used })).toMatchObject({
      summary: 'connected to Zuhause, signal 71 %',
      fields: { band: '5 GHz' },
    });
  });
});
