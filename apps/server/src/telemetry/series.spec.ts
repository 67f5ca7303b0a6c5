import fc from 'fast-check';
import { SECTION_NAMES } from '@kenny/contract';
import { sectionFixture } from '@kenny/testing';
import { seriesOf } from './series.js';

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
