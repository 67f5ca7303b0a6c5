import { CATALOG, check, type SectionPayload } from '@kenny/contract/agent';
import fc from 'fast-check';
import { fitSection, fitSnapshot, fitText } from './fit.js';

const MIB = 1024 * 1024;
const payload = (fields: object): SectionPayload => ({ status: 'ok', summary: 's', ...fields });

describe('fitting to the schema', () => {
  it('cuts long texts and long lists to the limits of the section', () => {
    const fields = {
      interfaces: Array.from({ length: 3000 }, (_, i) => ({ name: `${i}`.repeat(999), ips: [] })),
      dns: ['x'.repeat(MIB)],
    };
    const fitted = payload(fitSection('network', fields));
    expect(check('section:network', fitted)).toEqual([]);
    expect(fitted).toMatchObject({ interfaces: { length: 1000 } });
  });

  it('makes control characters and halves of characters visible and harmless', () => {
    expect(fitText('a\0b\nc\u009bd\ud800e\tf')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\tf');
    expect(fitText('😀😀', 3)).toBe('😀…');
    expect(fitText('four', 4)).toBe('four');
  });

  it('turns a number that JSON does not have into null', () => {
    expect(fitSection('memory', { total_bytes: NaN, used_bytes: Infinity })).toEqual({
      total_bytes: null,
      used_bytes: null,
    });
  });

  it('leaves every valid payload as it is', () => {
    const disk = { volumes: [{ mount: '/', total_bytes: 2, free_bytes: 1, percent_used: 50 }] };
    expect(fitSection('disk', disk)).toEqual(disk);
  });

  it('never throws and always keeps texts within their limits', () => {
    const names = CATALOG.sections.map(({ name }) => name);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.object({ withNullPrototype: true }),
        (name, any) => {
          const fitted = fitSection(name, any);
          expect(() => JSON.stringify(fitted)).not.toThrow();
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const fitted = fitText(text, max);
        expect(fitted.length).toBeLessThanOrEqual(max);
        expect(fitted.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('fitting a snapshot into its frame', () => {
  const entry = (n: number) => ({ name: `entry ${n}`, command: 'c'.repeat(8_000), location: null });
  const large = payload({ entries: Array.from({ length: 5_000 }, (_, i) => entry(i)) });
  const small = payload({ volumes: [] });

  it('shortens the longest list of the largest section and says so', () => {
    const fitted = fitSnapshot({ disk: small, autostart: large });
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThan(MIB);
    expect(fitted['autostart']).toMatchObject({ summary: 's (shortened)' });
    expect(check('section:autostart', { ...fitted['autostart'] })).toEqual([]);
    expect(fitted['disk']).toBe(small);
  });

  it('touches nothing that fits', () => {
    const snapshot = { disk: small };
    expect(fitSnapshot(snapshot)).toEqual(snapshot);
  });

  it('ends when there is nothing left to shorten', () => {
    expect(fitSnapshot({ uptime: payload({ uptime_secs: 1 }) }, 1)).toHaveProperty('uptime');
  });
});
