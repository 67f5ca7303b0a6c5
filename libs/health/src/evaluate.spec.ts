import fc from 'fast-check';
import { SECTION_NAMES, check } from '@kenny/contract/agent';
import {
  dependsOnTime,
  evaluateSection,
  evaluateSnapshot,
  existsOn,
  sectionStatus,
} from './evaluate.js';

const NOW = Date.parse('2026-06-04T18:00:00Z');
const disk = (percent_used: unknown, status = 'ok') => ({
  status,
  summary: 'as reported',
  volumes: [{ mount: '/', total_bytes: 1, free_bytes: 0, percent_used }],
});

describe('evaluateSection', () => {
  it('lets the verdict replace what the agent reported, downwards as well as upwards', () => {
    expect(evaluateSection('disk', disk(91, 'crit'), NOW)).toEqual({
      status: 'warn',
      reason: '/ is 91 % full',
    });
    expect(evaluateSection('disk', disk(97, 'ok'), NOW).status).toBe('crit');
    expect(evaluateSection('disk', disk(20, 'crit'), NOW).status).toBe('ok');
  });

  it('takes the status and summary of the agent where the rule defers', () => {
    const payload = { status: 'warn', summary: 'battery tired', health_percent: null };
    expect(evaluateSection('battery', payload, NOW)).toEqual({
      status: 'warn',
      reason: 'battery tired',
    });
  });

  it('takes them for sections of later protocols too', () => {
    const payload = { status: 'crit', summary: '2 admins without a password', accounts: [] };
    expect(evaluateSection('local_accounts', payload, NOW)).toEqual({
      status: 'crit',
      reason: '2 admins without a password',
    });
  });

  it.each(['fine', 'unknown', null, undefined, 2])(
    'is unknown where the agent reports %j and no rule decides',
    (status) => {
      expect(evaluateSection('later', { status, summary: 'x' }, NOW).status).toBe('unknown');
    },
  );

  it.each([null, undefined, 'ok', 7, [], [disk(99)]])('is unknown for %j', (payload) => {
    expect(evaluateSection('disk', payload, NOW).status).toBe('unknown');
  });

  it.each([...SECTION_NAMES, 'later'])('is unknown when %s could not be read', (name) => {
    const payload = {
      ...disk(99, 'crit'),
      pending: true,
      enabled: false,
      readable: false,
      unreadable_reason: 'access denied',
    };
    expect(evaluateSection(name, payload, NOW)).toEqual({
      status: 'unknown',
      reason: 'access denied',
    });
  });

  it('believes only a real false to mean unreadable', () => {
    expect(evaluateSection('disk', { ...disk(20), readable: 'false' }, NOW).status).toBe('ok');
    expect(evaluateSection('disk', { ...disk(20), readable: true }, NOW).status).toBe('ok');
  });

  it('takes the time as a date or in milliseconds', () => {
    const payload = { eol: false, eol_date: '2026-07-01' };
    const byDate = evaluateSection('os_support', payload, new Date(NOW));
    expect(byDate).toEqual(evaluateSection('os_support', payload, NOW));
    expect(byDate.status).toBe('warn');
  });

  it('does not take a section named like an object method for a known one', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(evaluateSection(name, { status: 'ok', summary: 's' }, NOW).reason).toBe('s');
    }
  });

  it('keeps what a PC sends to one short, visible line', () => {
    const mount = `/mnt\u202Egnp\u0007.\nexe${'x'.repeat(5000)}\uD800`;
    const payload = { volumes: [{ mount, percent_used: 99 }] };
    const { reason } = evaluateSection('disk', payload, NOW);
    expect(reason).toMatch(/^\/mnt gnp \. exex+… is 99 % full$/);
    expect(evaluateSection('later', { status: 'ok', summary: `a\r\n\u001B[31mb` }, NOW)).toEqual({
      status: 'ok',
      reason: 'a [31mb',
    });
  });

  it('answers a valid verdict for any name, payload and time', () => {
    const name = fc.oneof(fc.constantFrom<string>(...SECTION_NAMES), fc.string());
    const payload = fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.anything()));
    fc.assert(
      fc.property(name, payload, fc.oneof(fc.double(), fc.date()), (section, value, now) => {
        const { status, reason } = evaluateSection(section, value, now);
        expect(['ok', 'warn', 'crit', 'unknown']).toContain(status);
        expect([...reason].length).toBeGreaterThan(0);
        expect([...reason].length).toBeLessThanOrEqual(500);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('evaluateSnapshot', () => {
  const stub = { status: 'ok', summary: 'n/a on this platform' };

  it('judges each section by itself', () => {
    const snapshot = {
      disk: disk(96),
      memory: { ...stub, percent_used: 40 },
      later: stub,
      broken: 7,
    };
    const verdicts = evaluateSnapshot(snapshot, NOW);
    expect(Object.entries(verdicts).map(([name, { status }]) => [name, status])).toEqual([
      ['disk', 'crit'],
      ['memory', 'ok'],
      ['later', 'ok'],
      ['broken', 'unknown'],
    ]);
  });

  it('leaves out sections that do not exist on the system and hold nothing', () => {
    const nothing = { ...stub, enabled: null, realtime_protection: null, last_scan: null };
    const unreadable = { ...stub, readable: false, unreadable_reason: 'only on Windows' };
    const snapshot = {
      defender: nothing,
      firewall: { ...stub, profiles: [] },
    };
    expect(Object.keys(evaluateSnapshot(snapshot, NOW, 'linux'))).toEqual(['firewall']);
    expect(evaluateSnapshot({ defender: unreadable }, NOW, 'linux')).toEqual({});
    expect(Object.keys(evaluateSnapshot(snapshot, NOW, 'windows'))).toHaveLength(2);
    expect(Object.keys(evaluateSnapshot(snapshot, NOW))).toHaveLength(2);
  });

  it('judges facts wherever they come from', () => {
    const snapshot = { defender: { ...stub, enabled: true, realtime_protection: false } };
    expect(evaluateSnapshot(snapshot, NOW, 'linux')['defender']?.status).toBe('crit');
  });

  it.each([null, undefined, [], 'x', 3])('has no verdicts for the snapshot %j', (snapshot) => {
    expect(evaluateSnapshot(snapshot, NOW)).toEqual({});
  });

  it('keeps a hostile section name a plain key', () => {
    const snapshot: unknown = JSON.parse('{"__proto__": {"status": "crit", "summary": "s"}}');
    const verdicts = evaluateSnapshot(snapshot, NOW);
    expect(Object.keys(verdicts)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(verdicts)).toBe(Object.prototype);
  });
});

describe('existsOn', () => {
  it('knows the section that only Windows has for sure, and lets later ones be', () => {
    const windowsOnly = SECTION_NAMES.filter((name) => !existsOn(name, 'linux'));
    expect(windowsOnly).toEqual(['defender']);
    expect(SECTION_NAMES.filter((name) => !existsOn(name, 'windows'))).toEqual([]);
    expect(existsOn('local_accounts', 'linux')).toBe(true);
  });
});

describe('sectionStatus', () => {
  it('puts the same verdict on the wire that the server comes to', () => {
    expect(sectionStatus('disk', disk(91), NOW)).toBe('warn');
    expect(sectionStatus('disk', { volumes: [{ percent_used: 95 }] }, NOW)).toBe('crit');
  });

  it('keeps what the collector says where the rule defers, and ok where it says nothing', () => {
    expect(sectionStatus('processes', { status: 'warn', summary: 'busy' }, NOW)).toBe('warn');
    expect(sectionStatus('processes', { count: 3 }, NOW)).toBe('ok');
  });

  it.each(SECTION_NAMES)('leaves %s ok when it could not be read', (section) => {
    const unreadable = {
      status: 'ok',
      summary: 'not readable',
      readable: false,
      unreadable_reason: 'access denied',
    };
    const status = sectionStatus(section, unreadable, NOW);
    expect(status).toBe('ok');
    expect(check(`section:${section}`, { ...unreadable, status })).toEqual([]);
  });
});

describe('dependsOnTime', () => {
  it('names the sections whose rule counts days', () => {
    expect(SECTION_NAMES.filter(dependsOnTime)).toEqual(['defender', 'os_support']);
    expect(dependsOnTime('of_a_later_protocol')).toBe(false);
  });

  it('is false only where the verdict is the same at any time, whatever the payload', () => {
    const timeless = SECTION_NAMES.filter((name) => !dependsOnTime(name));
    const date = fc.date({ noInvalidDate: true }).map((day) => day.toISOString());
    const payload = fc.record({
      ...{ last_scan: date, eol_date: date, last_check: date, boot_time_unix: fc.nat() },
      ...{ uptime_secs: fc.nat(), recent: fc.array(fc.record({ installed_at: date })) },
    });
    fc.assert(
      fc.property(fc.constantFrom(...timeless), payload, fc.nat(), (name, sent, passed) => {
        expect(evaluateSection(name, sent, NOW + passed)).toEqual(evaluateSection(name, sent, NOW));
      }),
    );
  });
});
