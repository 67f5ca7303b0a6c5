import type { SectionName } from '@kenny/contract/agent';
import { grade } from '../threshold.js';
import { RULES } from './index.js';

type Expected = 'ok' | 'warn' | 'crit' | 'defers';
type Case = [Expected, Record<string, unknown>];

function verdictOf(section: SectionName, payload: Record<string, unknown>): Expected {
  return RULES[section].judge(payload, 0, grade)?.status ?? 'defers';
}

const list = (field: string, ...entries: unknown[]) => ({ [field]: entries });

const CASES: Partial<Record<SectionName, Case[]>> = {
  peripherals: [
    ['ok', list('devices', { name: 'mouse', status: 'OK' })],
    ['ok', list('devices', { name: 'mouse', status: 'Unknown' }, { name: 'hub', status: null })],
    ['warn', list('devices', { name: 'mouse', status: 'OK' }, { name: 'cam', status: 'Error' })],
    ['warn', list('devices', { status: 'degraded' })],
    ['warn', list('devices', { name: 'disk', status: 'Pred Fail' })],
    ['defers', list('devices')],
    ['defers', { devices: null }],
    ['defers', { devices: 'Error' }],
  ],
  network: [
    ['ok', list('interfaces', { name: 'eth0' })],
    ['warn', list('interfaces')],
    ['warn', list('interfaces', 'eth0')],
    ['defers', { interfaces: null }],
    ['defers', {}],
  ],
  routing: [
    ['ok', { default_interface: 'eth0' }],
    ['ok', { default_interface: null, routes: [{ destination: '0.0.0.0/0' }] }],
    ['ok', { routes: [{ destination: '::/0', interface: 'eth0' }] }],
    ['ok', { routes: [{ destination: 'default' }] }],
    ['warn', { default_interface: null }],
    ['warn', { default_interface: '  ', routes: [] }],
    ['warn', { default_interface: null, routes: [{ destination: '10.0.0.0/8' }] }],
    ['defers', {}],
  ],
  processes: [
    ['defers', { count: 9_999_999 }],
    ['defers', {}],
  ],
  services: [
    ['ok', list('services', { name: 'a', status: 'Running', start: 'Auto' })],
    ['ok', list('services', { name: 'a', status: 'Stopped', start: 'Manual' })],
    ['ok', list('services', { name: 'a', status: 'Stopped', start: 'Trigger' })],
    ['ok', list('services', { name: 'a', status: 'Stopped', start: null })],
    ['warn', list('services', { name: 'a', status: 'Stopped', start: 'Auto' })],
    ['warn', list('services', { name: 'a', status: 'stopped', start: 'automatic' })],
    ['warn', list('services', { name: 'a', status: 'failed', start: 'Manual' })],
    ['defers', list('services')],
    ['defers', { services: null }],
  ],
  disk_smart: [
    ['ok', list('disks', { model: 'a', health_status: 'Healthy' })],
    ['ok', list('disks', { health_status: 'healthy' }, { health_status: 'Unknown' })],
    ['crit', list('disks', { model: 'a', health_status: 'Warning' })],
    ['crit', list('disks', { health_status: 'Healthy' }, { health_status: 'Unhealthy' })],
    ['crit', list('disks', { health_status: 'Healthy', predictive_failure: true })],
    ['crit', list('disks', { health_status: null, predictive_failure: true })],
    ['defers', list('disks', { health_status: 'Unknown' })],
    ['defers', list('disks', { health_status: null }, { health_status: '' }, { health_status: 7 })],
    ['defers', list('disks')],
    ['defers', {}],
  ],
  firewall: [
    ['ok', list('profiles', { name: 'ufw', enabled: true })],
    ['warn', list('profiles', { name: 'a', enabled: true }, { name: 'b', enabled: false })],
    ['warn', list('profiles', { name: 'a', enabled: true }, { name: 'b', enabled: null })],
    ['warn', list('profiles', { name: 'a', enabled: {} })],
    ['warn', list('profiles', { name: 'a' })],
    ['defers', list('profiles')],
    ['defers', { profiles: null }],
  ],
  encryption: [
    ['ok', list('volumes', { mount: 'C:', protection_status: 1 })],
    ['ok', list('volumes', { mount: '/', protection_status: 1 })],
    [
      'ok',
      list(
        'volumes',
        { mount: 'c:\\', protection_status: 1 },
        { mount: 'D:', protection_status: 0 },
      ),
    ],
    ['warn', list('volumes', { mount: 'C:', protection_status: 0 })],
    ['warn', list('volumes', { mount: '/', protection_status: 2 })],
    ['warn', list('volumes', { mount: '/', protection_status: null })],
    ['warn', list('volumes', { mount: '/', protection_status: '1' })],
    ['warn', list('volumes', { mount: '/', protection_status: {} })],
    ['defers', list('volumes', { mount: 'D:', protection_status: 0 })],
    ['defers', list('volumes')],
    ['defers', {}],
  ],
  av_thirdparty: [
    ['ok', list('products', { name: 'a', up_to_date: true })],
    ['warn', list('products', { name: 'a', up_to_date: true }, { name: 'b', up_to_date: false })],
    ['defers', list('products', { name: 'a', up_to_date: null })],
    ['defers', list('products')],
    ['defers', {}],
  ],
  defender_quarantine: [
    ['warn', list('items', { name: 'a' })],
    ['defers', list('items')],
    ['defers', { items: 3 }],
  ],
  app_updates: [
    ['warn', { available: 1 }],
    ['warn', { available: null, packages: [{ id: 'a' }] }],
    ['defers', { available: 0, packages: [] }],
    ['defers', { available: '4' }],
    ['defers', {}],
  ],
  uptime: [
    ['ok', { uptime_secs: 0 }],
    ['ok', { uptime_secs: 30 * 86_400 - 1 }],
    ['warn', { uptime_secs: 30 * 86_400 }],
    ['defers', { uptime_secs: null }],
    ['defers', { uptime_secs: '9999999' }],
  ],
  time_sync: [
    ['ok', { synchronized: true, offset_secs: 5 }],
    ['ok', { synchronized: true, offset_secs: -5 }],
    ['ok', { synchronized: true, offset_secs: null }],
    ['ok', { synchronized: null, offset_secs: 0.1 }],
    ['warn', { synchronized: true, offset_secs: 5.01 }],
    ['warn', { synchronized: true, offset_secs: -5.01 }],
    ['warn', { synchronized: false, offset_secs: 0 }],
    ['warn', { synchronized: false }],
    ['defers', { synchronized: null, offset_secs: null }],
    ['defers', { synchronized: 'no', offset_secs: '9' }],
  ],
  printers: [
    ['ok', list('printers', { name: 'a', status: 'Normal' }, { name: 'b', status: null })],
    ['warn', list('printers', { name: 'a', status: 'Normal' }, { name: 'b', status: 'Error' })],
    ['warn', list('printers', { name: 'a', status: 'PaperOut, Offline' })],
    ['ok', list('printers', { name: 'a', status: 'Errorless' })],
    ['defers', list('printers')],
    ['defers', {}],
  ],
  wifi_quality: [
    ['ok', { connected: true, signal_percent: 50 }],
    ['warn', { connected: true, signal_percent: 49.99 }],
    ['warn', { signal_percent: 10 }],
    ['defers', { connected: false, signal_percent: 0 }],
    ['defers', { connected: true, signal_percent: null }],
    ['defers', {}],
  ],
  load: [
    ['ok', { cpu_percent: 100, memory_percent: 100, memory_pressure_percent: 100 }],
    ['ok', { network_in_bytes_per_s: 0, network_out_bytes_per_s: 0 }],
    ['defers', { network_in_bytes_per_s: 5 }],
    ['defers', { cpu_percent: null, memory_percent: '61' }],
  ],
  autostart: [['defers', list('entries', { name: 'a' })]],
};

describe.each(Object.entries(CASES))('%s', (section, cases) => {
  it.each(cases)('is %s for %j', (expected, payload) => {
    expect(verdictOf(section as SectionName, payload)).toBe(expected);
  });
});

describe('reasons', () => {
  it.each<[SectionName, Record<string, unknown>, string]>([
    ['win_update', { recent: [] }, 'No failed update is known'],
    ['win_update', { recent: [{ result: 'succeeded' }] }, 'No recent update failed'],
    ['win_update', { recent: [{ kb: 'KB1', result: 'failed' }] }, '1 update failed: KB1'],
    ['reboot_pending', { pending: false }, 'No restart is pending'],
    ['reboot_pending', { pending: null }, 'No pending restart is known'],
    ['reboot_pending', { pending: true, reasons: [] }, 'A restart is pending'],
    ['time_sync', { offset_secs: -61.25 }, 'The clock is 61.2 s behind'],
    ['time_sync', { offset_secs: 7 }, 'The clock is 7 s ahead'],
    ['uptime', { uptime_secs: 34 * 86_400 }, 'Not restarted for 34 days'],
    ['uptime', { uptime_secs: 61 }, 'Up for 1 minute'],
    [
      'encryption',
      list('volumes', { mount: 'C:', protection_status: 0, encryption_percent: 100 }),
      'C: is encrypted but its protection is suspended',
    ],
    [
      'firewall',
      list('profiles', { name: 'Public', enabled: null }),
      'Firewall: Public could not be read',
    ],
    [
      'disk_smart',
      list('disks', { model: 'WD Red', health_status: 'Healthy', predictive_failure: true }),
      'WD Red predicts its own failure',
    ],
    [
      'disk_smart',
      list('disks', { health_status: 'Healthy' }, { health_status: 'Unknown' }),
      '1 drive healthy, 1 could not be read',
    ],
    [
      'services',
      list('services', ...'abcde'.split('').map((name) => ({ name, status: 'Failed' }))),
      '5 services down: a, b, c and 2 more',
    ],
    ['load', { cpu_percent: 12.04, memory_percent: null }, 'CPU 12 %'],
    [
      'load',
      { memory_percent: 61, disk_read_bytes_per_s: 999, disk_write_bytes_per_s: 0 },
      'Memory 61 %, disks 999 B/s',
    ],
    ['app_updates', { available: 1 }, '1 app can be updated'],
  ])('of %s say it plainly: %j', (section, payload, reason) => {
    expect(RULES[section].judge(payload, 0, grade)?.reason).toBe(reason);
  });
});
