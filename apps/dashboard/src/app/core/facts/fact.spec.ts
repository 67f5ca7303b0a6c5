import { CATALOG } from '@kenny/contract/agent';
import fc from 'fast-check';
import { compareFacts, factOf, type Fact } from './fact';
import { quantity } from './quantity';
import { unitsOf } from './units';

const section = (name: string) => {
  const found = CATALOG.sections.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const shown = (name: string, payload: object): Fact =>
  factOf(payload, section(name).payload, unitsOf(section(name)));

describe('a payload as facts', () => {
  it('is a record with labels and units of the contract, lists of records are tables', () => {
    const fact = shown('disk', {
      volumes: [{ mount: 'C:', total_bytes: 511e9, free_bytes: 46e9, percent_used: 91 }],
    });
    expect(fact).toEqual({
      kind: 'record',
      entries: [
        {
          label: 'Volumes',
          fact: {
            kind: 'table',
            columns: ['Drive', 'Size', 'Free', 'Used'],
            rows: [
              [
                { kind: 'text', text: 'C:', look: 'line' },
                { kind: 'plain', text: '511 GB', value: 511e9 },
                { kind: 'plain', text: '46 GB', value: 46e9 },
                { kind: 'plain', text: '91 %', value: 91 },
              ],
            ],
          },
        },
      ],
    });
  });

  it('says under the largest folders that they are not all, where there are any', () => {
    const noted = (top_dirs: object[]) => JSON.stringify(shown('disk', { top_dirs }));
    expect(noted([{ path: 'C:\\Videos', bytes: 120e9 }])).toMatch(
      /"columns":\["Path","Size"\].*"note":"The rest is in smaller folders and files\."/,
    );
    expect(noted([])).not.toContain('The rest');
  });

  it('has a word for what a number stands for, and leaves out what goes without saying', () => {
    const told = (payload: object) => {
      const fact = shown('battery', payload);
      if (fact.kind !== 'record') throw new Error(fact.kind);
      return fact.entries.map((one) => [one.label, 'text' in one.fact ? one.fact.text : null]);
    };
    const charge_percent = 50;
    expect(told({ present: true, charge_percent, status_code: 2 })).toEqual([
      ['Charge', '50 %'],
      ['Power', 'plugged in'],
    ]);
    expect(told({ charge_percent, status_code: 10 })).toEqual([['Charge', '50 %']]);
    expect(told({ present: false, status_code: 99 })).toEqual([
      ['Present', 'no'],
      ['Power', '99'],
    ]);
  });

  it('says in plain words why a restart is pending, and keeps what it does not know', () => {
    const texts = JSON.stringify(shown('reboot_pending', { reasons: ['KernelUpdate', 'Moon'] }));
    expect(texts).toContain('a new version of Linux');
    expect(texts).not.toContain('KernelUpdate');
    expect(texts).toContain('Moon');
  });

  it('names what was emptied as people do, and keeps what it does not know', () => {
    const targets = ['temp', 'moon', 'constructor'].map((target) => ({ target }));
    const texts = JSON.stringify(factOf({ targets }));
    expect(texts).toContain('Temporary files');
    expect(texts).toContain('moon');
    expect(texts).toContain('constructor');
    expect(texts).not.toContain('"temp"');
  });

  it('takes units from the series of the section, wherever the name does not tell', () => {
    const units = unitsOf({ series: [{ metric: 'x', path: 'rows[].n', unit: 'ms' }] });
    const fact = factOf({ rows: [{ n: 3 }] }, undefined, units);
    expect(JSON.stringify(fact)).toContain('3 ms');
  });

  it('never groups a number that names something', () => {
    const processes = [{ pid: 7312, name: 'backup', cpu: 12.5, mem_bytes: 2e9 }];
    const texts = JSON.stringify(shown('processes', { processes }));
    expect(texts).toContain('"7312"');
    expect(texts).toContain('"12.5 %"');
    expect(texts).toContain('"PID"');
  });

  it('is compared by what it is: numbers by size, names in natural order, unknown last', () => {
    const order = (values: unknown[]) =>
      values
        .map((value) => factOf(value))
        .sort((a, b) => compareFacts(a, b))
        .map((fact) => ('text' in fact ? fact.text : fact.kind));
    expect(order([100, null, 9])).toEqual(['9', '100', 'nothing']);
    expect(order(['pc10', 'pc2', ''])).toEqual(['pc2', 'pc10', 'nothing']);
    expect(
      compareFacts(factOf('2026-05-01T03:00:00Z'), factOf('2026-06-01T03:00:00Z')),
    ).toBeLessThan(0);
  });

  it('reads rates, by the words that the contract has for them', () => {
    const fact = shown('load', { network_in_bytes_per_s: 1_150_000, measured_over_s: 900 });
    expect(fact).toEqual({
      kind: 'record',
      entries: [
        { label: 'Measured over', fact: { kind: 'plain', text: '15 min', value: 900 } },
        { label: 'Network in', fact: { kind: 'plain', text: '1.2 MB/s', value: 1_150_000 } },
      ],
    });
    expect(factOf({ later_bytes_per_s: 2_000 })).toEqual({
      kind: 'record',
      entries: [{ label: 'Later', fact: { kind: 'plain', text: '2 kB/s', value: 2_000 } }],
    });
  });

  it('says what is not known, and what there is none of', () => {
    const fact = shown('network', { interfaces: [], dns: null });
    expect(fact).toMatchObject({
      entries: [
        { label: 'Interfaces', fact: { kind: 'plain', text: 'none' } },
        { label: 'DNS', fact: { kind: 'nothing' } },
      ],
    });
  });

  it('tells what is empty from what is not known', () => {
    expect(factOf('')).toEqual({ kind: 'nothing', empty: true });
    expect(factOf(null)).toEqual({ kind: 'nothing' });
  });

  it('knows moments, as text and as seconds', () => {
    expect(factOf('2026-05-01T03:00:00Z')).toEqual({ kind: 'moment', at: '2026-05-01T03:00:00Z' });
    expect(shown('uptime', { uptime_secs: 273_600, boot_time_unix: 1_780_000_000 })).toMatchObject({
      entries: [
        { label: 'Running for', fact: { kind: 'plain', text: '3 d 4 h' } },
        { label: 'Started', fact: { kind: 'moment', at: '2026-05-28T20:26:40.000Z' } },
      ],
    });
  });

  it('never fails, whatever a PC sends, and keeps every text that it shows', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        for (const { payload } of CATALOG.sections.slice(0, 3)) factOf(value, payload);
        expect(factOf(value).kind).toBeDefined();
      }),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const fact = factOf(text);
        expect('text' in fact ? fact.text : 'at' in fact && fact.at).toBe(text);
      }),
    );
  });

  it('does not take names of its own prototype for fields of the contract', () => {
    const sent = JSON.parse('{"__proto__": {"x": 1}, "constructor": "c", "toString": 1}') as object;
    const fact = shown('disk', sent);
    expect(fact.kind).toBe('record');
    expect(JSON.stringify(fact)).toContain('Constructor');
  });
});

it.each([
  [0, 'bytes', '0 B'],
  [1_536, 'bytes', '1.5 kB'],
  [-2e9, 'bytes', '-2 GB'],
  [59, 's', '59 s'],
  [3_725, 's', '1 h 2 min'],
  [0.25, 's', '0.25 s'],
  [61.04, '°C', '61 °C'],
  [1234, 'count', '1,234'],
  [0.12345, undefined, '0.123'],
] as const)('%s %s is shown as %s', (value, unit, words) => {
  expect(quantity(value, unit)).toBe(words);
});
