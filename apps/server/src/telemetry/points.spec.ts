import fc from 'fast-check';
import { SECTION_NAMES } from '@kenny/contract';
import { sectionFixture } from '@kenny/testing';
import { joinPoints, pointsOf, seriesOf } from './points.js';

describe('seriesOf', () => {
  it('walks lists and names their entries', () => {
    const payload = {
      volumes: [
        { mount: '/', percent_used: 41 },
        { mount: '/home', percent_used: 80 },
      ],
    };
    expect(seriesOf('disk', payload)).toEqual([
      { metric: 'disk_used', key: '/', value: 41 },
      { metric: 'disk_used', key: '/home', value: 80 },
    ]);
  });

  it('puts several fields into one metric, each by the name of its line', () => {
    const parts = pointsOf('load', { ...sectionFixture('load'), cpu_peak_percent: null });
    expect(JSON.parse(joinPoints([parts]))).toEqual({
      cpu: { average: 12.4 },
      network_traffic: { in: 1_150_000, out: 50_000 },
      disk_traffic: { read: 40_000, written: 300_000 },
    });
  });

  it('leaves out what is no number and keeps one value a key', () => {
    const payload = {
      volumes: [
        { mount: '/', percent_used: 41 },
        { mount: '/', percent_used: 42 },
        { mount: '/x', percent_used: 'full' },
        null,
      ],
    };
    expect(seriesOf('disk', payload)).toEqual([{ metric: 'disk_used', key: '/', value: 41 }]);
  });

  it('finds numbers in the fixture of every section that defines a series', () => {
    for (const name of SECTION_NAMES) {
      const values = seriesOf(name, sectionFixture(name));
      for (const { value } of values) expect(Number.isFinite(value)).toBe(true);
    }
  });

  it('never throws and never yields more than 200 points, whatever is sent', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SECTION_NAMES), fc.jsonValue(), (name, payload) => {
        expect(seriesOf(name, payload).length).toBeLessThanOrEqual(200);
      }),
    );
    const many = Array.from({ length: 5000 }, (_, i) => ({ mount: `/m${i}`, percent_used: i }));
    expect(seriesOf('disk', { volumes: many })).toHaveLength(200);
  });
});

describe('the points of a snapshot', () => {
  it('are those of its sections, by metric and key, as JSON', () => {
    const disk = {
      volumes: [
        { mount: 'C:', percent_used: 91, free_bytes: 46e9 },
        { mount: 'D:', percent_used: 28.9, free_bytes: 0 },
      ],
    };
    const parts = [
      pointsOf('disk', disk),
      pointsOf('routing', sectionFixture('routing')),
      pointsOf('memory', { percent_used: 68.4 }),
      pointsOf('of_a_later_protocol', { percent_used: 1 }),
    ];
    expect(JSON.parse(joinPoints(parts))).toEqual({
      disk_used: { 'C:': 91, 'D:': 28.9 },
      disk_free: { 'C:': 46_000_000_000, 'D:': 0 },
      memory_used: { '': 68.4 },
    });
  });

  it('are an empty object when there are none', () => {
    expect(joinPoints([pointsOf('routing', {}), pointsOf('disk', 'none')])).toBe('{}');
  });

  it('hold every number of every section, whatever keys a PC makes up', () => {
    const volumes = fc.array(
      fc.record({ mount: fc.string(), percent_used: fc.double(), free_bytes: fc.integer() }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(volumes, (sent) => {
        const points = JSON.parse(joinPoints([pointsOf('disk', { volumes: sent })])) as object;
        const found = Object.entries(points).flatMap(([metric, values]) =>
          Object.entries(values as object).map(([key, value]) => `${metric} ${key} ${value}`),
        );
        const expected = seriesOf('disk', { volumes: sent });
        expect(found.sort()).toEqual(
          expected.map(({ metric, key, value }) => `${metric} ${key} ${value}`).sort(),
        );
      }),
    );
  });
});
