import fc from 'fast-check';
import { DAY_MS } from '@kenny/kernel';
import { CATALOG_SECTIONS_SERIES, line, NOW } from '../test/series.js';
import { approachesFor, forecast, FORECAST, forecastWords, type Measured } from './forecast.js';

const FULL = { limit: 100, direction: 'rising' } as const;
const EMPTY = { limit: 50, direction: 'falling' } as const;

describe('forecast', () => {
  it('says when a disk that fills evenly is full', () => {
    const found = forecast(line({ days: 7, from: 83, to: 90 }), FULL, NOW);
    expect(found).toMatchObject({ start: [NOW, 90], r2: expect.closeTo(1) as number });
    expect(found?.per_day).toBeCloseTo(1);
    expect(found?.in_days).toBeCloseTo(10);
    expect(found?.end[0]).toBeCloseTo(NOW + 10 * DAY_MS, -3);
  });

  it('says when something falls to its limit', () => {
    expect(forecast(line({ days: 10, from: 70, to: 60 }), EMPTY, NOW)?.in_days).toBeCloseTo(10);
  });

  it.each<[string, readonly Measured[]]>([
    ['nothing was measured', []],
    ['there are too few values', line({ days: 7, from: 83, to: 90, points: 23 })],
    ['they span too little time', line({ days: 2.9, from: 83, to: 90 })],
    ['nothing changes', line({ days: 7, from: 90, to: 90 })],
    ['it goes the other way', line({ days: 7, from: 90, to: 83 })],
    ['the limit is met already', line({ days: 7, from: 90, to: 100 })],
    ['it is too far away', line({ days: 10, from: 49, to: 50 })],
    ['the last value is old', line({ days: 7, from: 83, to: 90, end: NOW - 2 * DAY_MS })],
    ['all came at once', line({ days: 0, from: 83, to: 90 })],
  ])('says nothing when %s', (_, points) => {
    expect(forecast(points, FULL, NOW)).toBeUndefined();
  });

  it('says nothing of a disk that is filled and emptied every day', () => {
    const points = line({ days: 10, from: 60, to: 62, points: 240 });
    const saw = points.map(([at, value], i): Measured => [at, value + (i % 24)]);
    expect(forecast(saw, FULL, NOW)).toBeUndefined();
  });

  describe('after somebody has cleaned up', () => {
    const filling = line({ days: 14, from: 83, to: 93.4, end: NOW - 4 * DAY_MS });
    const after = (days: number, perDay: number) =>
      line({ days, from: 91, to: 91 + days * perDay, end: NOW - (4 - days) * DAY_MS });

    it('goes on from the new level as fast as before, until it knows how the disk fills from there', () => {
      const cleaned = [...filling, ...after(1, 0.1)];
      const before = forecast(filling, FULL, NOW - 4 * DAY_MS);
      expect(before?.in_days).toBeCloseTo(8.9, 1);
      const found = forecast(cleaned, FULL, NOW - 3 * DAY_MS);
      expect(found?.per_day).toBeCloseTo(before?.per_day ?? 0);
      expect(found?.start).toEqual([NOW - 3 * DAY_MS, 91.1]);
      expect(found?.in_days).toBeCloseTo(8.9 / (10.4 / 14), 1);
    });

    it('is no more than a rough estimate then', () => {
      expect(forecast([...filling, ...after(1, 0.1)], FULL, NOW - 3 * DAY_MS)?.r2).toBe(
        FORECAST.leastR2,
      );
    });

    it('says nothing where it could not say anything before', () => {
      const noisy = filling.map(([at, value], i): Measured => [at, value - 3 * (i % 7)]);
      const cleaned = line({ days: 1, from: 50, to: 50.1, end: NOW - 3 * DAY_MS });
      expect(forecast([...noisy, ...cleaned], FULL, NOW - 3 * DAY_MS)).toBeUndefined();
    });

    it('goes by what came after it', () => {
      const found = forecast([...filling, ...after(4, 0.5)], FULL, NOW);
      expect(found?.per_day).toBeCloseTo(0.5);
      expect(found?.in_days).toBeCloseTo(14);
    });
  });

  const values = fc.array(fc.tuple(fc.double(), fc.double()), { maxLength: 60 });
  it('is sensible or nothing, whatever it is given', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(FULL, EMPTY), (points, approach) => {
        const found = forecast(points, approach, NOW);
        if (!found) return;
        expect(found.in_days).toBeGreaterThan(0);
        expect(found.in_days).toBeLessThanOrEqual(FORECAST.horizonDays);
        expect(found.r2).toBeGreaterThanOrEqual(FORECAST.leastR2);
        expect([...found.start, ...found.end, found.per_day].every(Number.isFinite)).toBe(true);
      }),
    );
  });

  const slope = fc.double({ min: 0.2, max: 3, noNaN: true });
  const noise = fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), {
    minLength: 168,
    maxLength: 168,
  });
  it('is near the truth for a line with a little noise, and the same at any other time', () => {
    fc.assert(
      fc.property(slope, noise, fc.integer({ min: -1e11, max: 1e11 }), (perDay, noises, shift) => {
        const pure = line({ days: 7, from: 90 - 7 * perDay, to: 90, points: 168 });
        const noisy = pure.map(([at, value], i): Measured => [at, value + (noises[i] ?? 0)]);
        const found = forecast(noisy, FULL, NOW);
        expect(found?.in_days).toBeGreaterThan((10 / perDay) * 0.9);
        expect(found?.in_days).toBeLessThan((10 / perDay) * 1.1);
        const later = noisy.map(([at, value]): Measured => [at + shift, value]);
        expect(forecast(later, FULL, NOW + shift)?.in_days).toBeCloseTo(found?.in_days ?? 0, 6);
      }),
      { numRuns: 50 },
    );
  });
});

describe('what is forecast', () => {
  it('is a series of the contract, in its unit', () => {
    for (const { metric, unit } of approachesFor()) {
      expect(CATALOG_SECTIONS_SERIES).toContainEqual({ metric, unit });
    }
  });

  it('is said in one sentence, with nothing invisible of what the PC calls it', () => {
    const [disk] = approachesFor();
    if (!disk) throw new Error('no approach');
    expect(forecastWords(disk, '/home', 8.2)).toBe('/home is full in about 8 days');
    expect(forecastWords(disk, '', 1.2)).toBe('The disk is full in about a day');
    expect(forecastWords(disk, 'C:\u202e', 0.4)).toBe('C: is full in less than a day');
  });
});
