import fc from 'fast-check';
import { changesBetween } from './changes.js';

describe('what changed in a section', () => {
  it('is told field by field, in words', () => {
    const before = { status: 'ok', summary: 'on', realtime_protection: true, threats_found: 0 };
    const after = { status: 'crit', summary: 'off', realtime_protection: false, threats_found: 2 };
    expect(changesBetween('defender', before, after)).toEqual([
      { what: 'status', from: 'ok', to: 'crit' },
      { what: 'realtime protection', from: 'yes', to: 'no' },
      { what: 'threats found', from: '0', to: '2' },
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
      { what: 'printers: Brother, status', from: 'Normal', to: 'Offline' },
      { what: 'printers', from: 'Old', to: null },
      { what: 'printers', from: null, to: 'New' },
    ]);
  });

  it('leaves out numbers that have a chart, and what changes by itself', () => {
    const volume = { mount: '/', total_bytes: 10, free_bytes: 5, percent_used: 50 };
    const fuller = { ...volume, free_bytes: 4, percent_used: 60 };
    const before = { volumes: [volume], top_dirs: [] };
    const after = { volumes: [fuller], top_dirs: [{ path: '/x', bytes: 1 }] };
    expect(changesBetween('disk', before, after)).toEqual([]);
    expect(changesBetween('disk', before, { volumes: [{ ...fuller, total_bytes: 20 }] })).toEqual([
      { what: 'volumes: /, total bytes', from: '10', to: '20' },
    ]);
    const running = { processes: [{ name: 'a', pid: 1 }], count: 1 };
    expect(changesBetween('processes', running, { processes: [], count: 0 })).toEqual([]);
  });

  it('tells a new start of the system, and not that its time was computed anew', () => {
    const at = Date.parse('2031-05-01T10:00:00Z') / 1000;
    const later = { boot_time_unix: at + 3_600, uptime_secs: 1 };
    expect(changesBetween('uptime', { boot_time_unix: at, uptime_secs: 9 }, later)).toEqual([
      { what: 'last start', from: '2031-05-01T10:00:00.000Z', to: '2031-05-01T11:00:00.000Z' },
    ]);
    expect(changesBetween('uptime', { boot_time_unix: at }, { boot_time_unix: at + 2 })).toEqual(
      [],
    );
  });

  it('tells lists of words by their entries', () => {
    expect(changesBetween('network', { dns: ['1.1.1.1'] }, { dns: ['9.9.9.9'] })).toEqual([
      { what: 'dns', from: '1.1.1.1', to: null },
      { what: 'dns', from: null, to: '9.9.9.9' },
    ]);
    expect(changesBetween('network', { dns: null }, { dns: ['9.9.9.9'] })).toEqual([
      { what: 'dns', from: null, to: '1 entry' },
    ]);
  });

  it('shows nothing invisible and nothing long of what a PC sends', () => {
    const [change] = changesBetween('anything', { a: 'x' }, { a: `\u202e${'y'.repeat(9_999)}` });
    expect(change?.to).toHaveLength(200);
    expect(change?.to).not.toContain('\u202e');
  });

  it('takes an object that pretends to have words of its own for what it is', () => {
    expect(
      changesBetween('uptime', { boot_time_unix: [] }, { boot_time_unix: { toString: '' } }),
    ).toEqual([{ what: 'last start', from: '0 entries', to: 'there' }]);
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
