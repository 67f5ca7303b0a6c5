import type { SectionName } from '@kenny/contract/agent';
import { DAY_MS } from '@kenny/kernel';
import { grade } from '../threshold.js';
import { RULES } from './index.js';

const NOW = Date.parse('2026-06-04T18:00:00Z');

type Expected = 'ok' | 'warn' | 'crit' | 'defers';

function verdictOf(section: SectionName, payload: Record<string, unknown>): Expected {
  return RULES[section].judge(payload, NOW, grade)?.status ?? 'defers';
}

const daysAgo = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();
const inDays = (days: number): string => daysAgo(-days);
const dayIn = (days: number): string => inDays(days).slice(0, 10);

const volumes = (...percents: unknown[]) => ({
  volumes: percents.map((percent_used, index) => ({ mount: `/${index}`, percent_used })),
});
const sensors = (...degrees: unknown[]) => ({
  sensors: degrees.map((temperature_c) => ({ label: 'cpu', temperature_c })),
});
const recent = (...results: unknown[]) => ({
  recent: results.map((result) => ({ title: 'update', result })),
});

describe('disk', () => {
  it.each<[Expected, unknown[]]>([
    ['ok', [0]],
    ['ok', [80]],
    ['warn', [80.0001]],
    ['warn', [80.1]],
    ['warn', [91]],
    ['warn', [94.99]],
    ['crit', [95]],
    ['crit', [100.5]],
    ['warn', [12, 81, 40]],
    ['crit', [12, 81, 99]],
    ['ok', [12, '96', null, true]],
    ['defers', ['96']],
    ['defers', [null]],
    ['defers', [NaN, Infinity]],
    ['defers', []],
  ])('is %s at %j', (expected, percents) => {
    expect(verdictOf('disk', volumes(...percents))).toBe(expected);
  });

  it.each([undefined, null, 'full', 96, {}, [null, 'x', 7, []]])(
    'defers when the volumes are %j',
    (odd) => {
      expect(verdictOf('disk', { volumes: odd })).toBe('defers');
    },
  );

  it('names the fullest volume first, and every other one above the limit', () => {
    const payload = {
      volumes: [
        { mount: '/home', percent_used: 85 },
        { mount: '/', percent_used: 94.99 },
        { mount: '/boot', percent_used: 40 },
      ],
    };
    expect(RULES.disk.judge(payload, NOW, grade)?.reason).toBe(
      '/ is 94.9 % full, /home is 85 % full',
    );
  });
});

describe('defender', () => {
  const fine = { enabled: true, realtime_protection: true, last_scan: daysAgo(1) };
  it.each<[Expected, Record<string, unknown>]>([
    ['ok', fine],
    ['crit', { ...fine, enabled: false }],
    ['crit', { ...fine, realtime_protection: false }],
    ['crit', { enabled: false, last_scan: daysAgo(30) }],
    ['ok', { ...fine, last_scan: daysAgo(14) }],
    ['warn', { ...fine, last_scan: daysAgo(14 + 1 / DAY_MS) }],
    ['warn', { ...fine, last_scan: daysAgo(400) }],
    ['ok', { ...fine, last_scan: inDays(3) }],
    ['ok', { ...fine, last_scan: 'long ago' }],
    ['ok', { ...fine, last_scan: null }],
    ['ok', { ...fine, last_scan: 20260501 }],
    ['ok', { enabled: null, realtime_protection: null, last_scan: null }],
    ['ok', { enabled: 0, realtime_protection: 'false' }],
    ['ok', {}],
  ])('is %s for %j', (expected, payload) => {
    expect(verdictOf('defender', payload)).toBe(expected);
  });

  it('claims to be on only when both flags say so', () => {
    expect(RULES.defender.judge({}, NOW, grade)?.reason).toBe('No problem is known');
    expect(RULES.defender.judge(fine, NOW, grade)?.reason).toBe('Microsoft Defender is on');
    const other = { ...fine, product: 'ClamAV', enabled: false };
    expect(RULES.defender.judge(other, NOW, grade)?.reason).toBe('ClamAV is switched off');
  });
});

describe('win_update', () => {
  it.each<[Expected, Record<string, unknown>]>([
    ['ok', recent('succeeded', 'in progress')],
    ['warn', recent('succeeded', 'failed')],
    ['warn', recent('FAILED')],
    ['warn', recent('Failed', 'failed')],
    ['ok', recent('failed to look', null, 4)],
    ['ok', { recent: [] }],
    ['ok', { recent: null }],
    ['ok', { recent: 'failed' }],
    ['ok', {}],
  ])('is %s for %j', (expected, payload) => {
    expect(verdictOf('win_update', payload)).toBe(expected);
  });
});

describe('reboot_pending', () => {
  it.each<[Expected, unknown]>([
    ['warn', true],
    ['ok', false],
    ['ok', 1],
    ['ok', 'true'],
    ['ok', null],
    ['ok', undefined],
  ])('is %s when pending is %j', (expected, pending) => {
    expect(verdictOf('reboot_pending', { pending })).toBe(expected);
  });

  it('joins the reasons and skips what is no text', () => {
    const judged = RULES.reboot_pending.judge(
      { pending: true, reasons: ['WindowsUpdate', 7, null, 'PendingComputerRename'] },
      NOW,
      grade,
    );
    expect(judged?.reason).toBe('A restart is pending: a Windows update, a new name for the PC');
  });
});

describe('battery', () => {
  it.each<[Expected, unknown]>([
    ['defers', 100],
    ['defers', 70],
    ['warn', 69.99],
    ['warn', 50],
    ['crit', 49.99],
    ['crit', 0],
    ['defers', null],
    ['defers', '40'],
    ['defers', undefined],
  ])('is %s at a health of %j', (expected, health_percent) => {
    expect(verdictOf('battery', { present: true, health_percent })).toBe(expected);
    expect(verdictOf('battery', { health_percent })).toBe(expected);
  });

  it('defers on a PC without a battery', () => {
    expect(verdictOf('battery', { present: false, health_percent: 0 })).toBe('defers');
  });
});

describe('memory', () => {
  it.each<[Expected, unknown]>([
    ['ok', 0],
    ['ok', 85],
    ['warn', 85.0001],
    ['warn', 95],
    ['crit', 95.0001],
    ['crit', 100],
    ['defers', null],
    ['defers', '99'],
    ['defers', undefined],
  ])('is %s at %j percent', (expected, percent_used) => {
    expect(verdictOf('memory', { percent_used })).toBe(expected);
  });
});

describe('thermals', () => {
  it.each<[Expected, unknown[]]>([
    ['ok', [84.99]],
    ['warn', [85]],
    ['warn', [94.99]],
    ['crit', [95]],
    ['crit', [40, 96, 90]],
    ['warn', [85, '99', null]],
    ['ok', [-5]],
    ['defers', ['99']],
    ['defers', [null]],
    ['defers', []],
  ])('is %s at %j', (expected, degrees) => {
    expect(verdictOf('thermals', sensors(...degrees))).toBe(expected);
  });

  it('defers without a list', () => {
    expect(verdictOf('thermals', {})).toBe('defers');
    expect(verdictOf('thermals', { sensors: 96 })).toBe('defers');
  });
});

describe('os_support', () => {
  it.each<[Expected, Record<string, unknown>]>([
    ['crit', { eol: true }],
    ['crit', { eol: true, eol_date: inDays(900) }],
    ['crit', { eol: false, eol_date: daysAgo(1 / DAY_MS) }],
    ['warn', { eol: false, eol_date: inDays(0) }],
    ['warn', { eol: false, eol_date: inDays(90) }],
    ['defers', { eol: false, eol_date: inDays(90 + 1 / DAY_MS) }],
    ['crit', { eol_date: dayIn(-1) }],
    ['warn', { eol_date: dayIn(0) }],
    ['warn', { eol_date: dayIn(90) }],
    ['defers', { eol_date: dayIn(91) }],
    ['defers', { eol: false, eol_date: null }],
    ['defers', { eol: null, eol_date: null }],
    ['defers', { eol: 1, eol_date: 'never' }],
    ['defers', { eol: 'true' }],
    ['defers', {}],
  ])('is %s for %j', (expected, payload) => {
    expect(verdictOf('os_support', payload)).toBe(expected);
  });

  it.each([
    [dayIn(0), 'Support of Windows 10 22H2 ends within a day'],
    [dayIn(1), 'Support of Windows 10 22H2 ends in 1 day'],
    [dayIn(40), 'Support of Windows 10 22H2 ends in 40 days'],
  ])('says when support ends: %s', (eol_date, reason) => {
    const payload = { name: 'Windows 10', version: '22H2', eol_date };
    expect(RULES.os_support.judge(payload, NOW, grade)?.reason).toBe(reason);
  });
});

describe('reliability', () => {
  it.each<[Expected, unknown, unknown]>([
    ['crit', 2.99, 0],
    ['warn', 3, 0],
    ['warn', 5.99, 0],
    ['ok', 6, 0],
    ['ok', 10, 19],
    ['warn', 10, 20],
    ['warn', 10, 5000],
    ['crit', 0, 5000],
    ['ok', null, 19],
    ['warn', null, 20],
    ['crit', 1, null],
    ['ok', 8, 'many'],
    ['defers', null, null],
    ['defers', '1', '50'],
    ['defers', undefined, undefined],
  ])('is %s at an index of %j with %j errors', (expected, stability_index, recent_crashes) => {
    expect(verdictOf('reliability', { stability_index, recent_crashes })).toBe(expected);
  });
});
