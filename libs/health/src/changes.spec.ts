import fc from 'fast-check';
import { changesBetween } from './changes.js';

/** The same payload later: every number, time and word in it is another one. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value === 'number') return value + 1_000_000;
  if (typeof value === 'string') return `${value}, later`;
  if (typeof value !== 'object' || value === null) return value;
  const named = ['name', 'destination'];
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, named.includes(key) ? inner : moved(inner)]),
  );
}

describe('what changed in a section', () => {
  it('is told field by field, in words', () => {
    const before = { status: 'ok', summary: 'on', realtime_protection: true, threats_found: 0 };
    const after = { status: 'crit', summary: 'off', realtime_protection: false, threats_found: 2 };
    expect(changesBetween('defender', before, after)).toEqual([
      { what: 'Status', from: 'OK', to: 'Critical' },
      { what: 'Real-time protection', from: 'on', to: 'off' },
      { what: 'Threats found', from: '0', to: '2' },
    ]);
  });

  it('names entries of lists: what came, what went and what is otherwise', () => {
    const before = {
      printers: [
        { name: 'Brother', status: 'Normal', jobs: 0 },
        { name: 'Old', status: 'Normal' },
      ],
    };
    const after = {
      printers: [
        { name: 'New', status: 'Normal' },
        { name: 'Brother', status: 'Offline', jobs: 4 },
      ],
    };
    expect(changesBetween('printers', before, after)).toEqual([
      { what: 'Brother, status', from: 'Normal', to: 'Offline' },
      { what: 'Printers', from: 'Old', to: null },
      { what: 'Printers', from: null, to: 'New' },
    ]);
  });

  it.each([
    ['memory', { total_bytes: 8e9 }, { total_bytes: 16.4e9 }, ['Size', '8 GB', '16.4 GB']],
    ['uptime', { later_secs: 30 }, { later_secs: 7_200 }, ['Later', '30 s', '2 hours']],
    ['load', { later_ms: 3 }, { later_ms: 4.55 }, ['Later', '3 ms', '4.5 ms']],
    ['os_support', { build: 22631 }, { build: 26100 }, ['Build', '22631', '26100']],
    [
      'later',
      { began_unix: 0 },
      { began_unix: 1e9 },
      ['Began', '1970-01-01T00:00:00.000Z', '2001-09-09T01:46:40.000Z'],
    ],
    ['later', { percent_worn: 1 }, { percent_worn: 1e15 }, ['Worn', '1 %', '1000000000000000 %']],
    [
      'later',
      { x_unix: 1 },
      { x_unix: 1e15 },
      ['X', '1970-01-01T00:00:01.000Z', '1000000000000000'],
    ],
  ])('writes a number of %s with its unit: %j', (section, before, after, [what, from, to]) => {
    expect(changesBetween(section, before, after)).toEqual([{ what, from, to }]);
  });

  it('says why a restart is pending as the card does', () => {
    const reasons = (...all: string[]) => ({ reasons: all });
    expect(changesBetween('reboot_pending', reasons(), reasons('KernelUpdate'))).toEqual([
      { what: 'Reasons', from: null, to: 'a new version of Linux' },
    ]);
  });

  it('leaves out numbers that have a chart, and what changes by itself', () => {
    const volume = { mount: '/', total_bytes: 10, free_bytes: 5, percent_used: 50 };
    const fuller = { ...volume, free_bytes: 4, percent_used: 60 };
    const before = { volumes: [volume], top_dirs: [] };
    const after = { volumes: [fuller], top_dirs: [{ path: '/x', bytes: 1 }] };
    expect(changesBetween('disk', before, after)).toEqual([]);
    expect(changesBetween('disk', before, { volumes: [{ ...fuller, total_bytes: 20 }] })).toEqual([
      { what: 'Volumes: /, size', from: '10 B', to: '20 B' },
    ]);
  });

  it.each([
    ['uptime', { boot_time_unix: 1_780_072_159, uptime_secs: 9 }],
    ['defender', { last_scan: '2031-05-01T10:00:00Z', last_scan_type: 'quick' }],
    ['defender', { last_signature_update: '2031-05-01T10:00:00Z' }],
    ['win_update', { last_check: '2031-05-01T10:00:00Z' }],
    ['processes', { processes: [{ name: 'a', pid: 1 }], count: 1 }],
    ['memory', { used_bytes: 1, available_bytes: 2, swap_used_bytes: 3 }],
    ['printers', { printers: [{ name: 'Brother', jobs: 3 }] }],
    ['wifi_quality', { signal_percent: 80, band: '5 GHz' }],
    ['routing', { routes: [{ destination: '0.0.0.0/0', metric: 25 }] }],
    ['battery', { status_code: 1 }],
  ])('does not call it a change when %s moves by itself: %j', (section, before) => {
    expect(changesBetween(section, before, moved(before))).toEqual([]);
  });

  it('still tells what does not move by itself beside it', () => {
    const before = { last_check: '2031-05-01T10:00:00Z', recent: [{ title: 'KB1', result: 'ok' }] };
    const after = { last_check: '2031-05-02T10:00:00Z', recent: [{ title: 'KB1', result: 'bad' }] };
    expect(changesBetween('win_update', before, after)).toEqual([
      { what: 'Recent: KB1, result', from: 'ok', to: 'bad' },
    ]);
  });

  it.each([
    ['nothing is known of before the start 29 min ago', '2 h 0 min ago'],
    ['the lists of apt are 9 days 23 h old', '10 days 0 h old'],
    ['last seen 1 hour ago', '2 days ago'],
  ])('takes two reasons that differ by a clock for the same: %p', (text, later) => {
    const reason = (unreadable_reason: string) => ({ readable: false, unreadable_reason });
    const after = text.replace(/[\d]+ (min|days|hour).*/, later);
    expect(after).not.toBe(text);
    expect(changesBetween('reliability', reason(text), reason(after))).toEqual([]);
    expect(changesBetween('reliability', reason(text), reason(`no log: ${after}`))).toHaveLength(1);
  });

  it('tells numbers in words that are no clock', () => {
    const disk = (model: string) => ({ source: model });
    expect(changesBetween('time_sync', disk('5 min'), disk('6 min'))).toHaveLength(1);
  });

  it('tells lists of words by their entries', () => {
    expect(changesBetween('network', { dns: ['1.1.1.1'] }, { dns: ['9.9.9.9'] })).toEqual([
      { what: 'DNS', from: '1.1.1.1', to: null },
      { what: 'DNS', from: null, to: '9.9.9.9' },
    ]);
    expect(changesBetween('network', { dns: null }, { dns: ['9.9.9.9'] })).toEqual([
      { what: 'DNS', from: null, to: '1 entry' },
    ]);
  });

  it('shows nothing invisible and nothing long of what a PC sends', () => {
    const [change] = changesBetween('anything', { a: 'x' }, { a: `\u202e${'y'.repeat(9_999)}` });
    expect(change?.to).toHaveLength(200);
    expect(change?.to).not.toContain('\u202e');
  });

  it('takes an object that pretends to have words of its own for what it is', () => {
    expect(changesBetween('later', { boot_time: [] }, { boot_time: { toString: '' } })).toEqual([
      { what: 'Boot time', from: '0 entries', to: 'there' },
    ]);
  });

  it('finds nothing between a thing and itself, and takes whatever comes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        expect(changesBetween('disk', before, before)).toEqual([]);
        const found = changesBetween('unheard_of', before, after);
        expect(found.length).toBeLessThanOrEqual(100);
        for (const { what, from, to } of found) {
          expect(what.length).toBeLessThanOrEqual(400);
          expect(Math.max(from?.length ?? 0, to?.length ?? 0)).toBeLessThanOrEqual(200);
        }
      }),
    );
  });
});
