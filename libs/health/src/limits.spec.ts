import fc from 'fast-check';
import { SECTION_NAMES, type SectionName } from '@kenny/contract/agent';
import { DAY_MS } from '@kenny/kernel';
import { evaluateSection } from './evaluate.js';
import {
  boundNumber,
  isRising,
  limitFault,
  limitName,
  limitsInForce,
  movedThresholds,
  type Limit,
} from './limits.js';
import { THRESHOLDS } from './rules/index.js';
import type { Threshold } from './threshold.js';
import { compareSeverity, type Verdict } from './verdict.js';

const NOW = Date.parse('2026-06-04T18:00:00Z');
const MOVABLE = SECTION_NAMES.flatMap((section) =>
  THRESHOLDS[section]
    .filter(({ movable }) => movable !== undefined)
    .map((threshold): [SectionName, Threshold] => [section, threshold]),
);

const limit = (
  section: string,
  field: string,
  warn: number | null,
  crit: number | null = null,
) => ({
  ...{ section, field, warn, crit },
});
const disk = (warn: number | null, crit: number | null = null) =>
  limit('disk', 'percent_used', warn, crit);
const full = (percent_used: number) => ({
  ...{ status: 'ok', summary: 's' },
  volumes: [{ mount: '/', percent_used }],
});
const diskAt = (percent: number, ...limits: Limit[]) =>
  evaluateSection('disk', full(percent), NOW, limits).status;
const [PERCENT_USED] = THRESHOLDS.disk;
const faultOf = (limits: Limit) => PERCENT_USED && limitFault(PERCENT_USED, limits);
const inForce = (own: Limit[], ofTags: Limit[]) => limitsInForce(THRESHOLDS, own, ofTags);

describe('a limit that was moved', () => {
  it('decides in the place of the rule’s own, and nowhere else', () => {
    expect(diskAt(91)).toBe('warn');
    expect(diskAt(91, disk(94))).toBe('ok');
    expect(diskAt(94.5, disk(94))).toBe('warn');
    expect(diskAt(95, disk(94))).toBe('crit');
    expect(diskAt(97, disk(96, 98))).toBe('warn');
    expect(diskAt(60, disk(55))).toBe('warn');
    expect(diskAt(91, limit('memory', 'percent_used', 94))).toBe('warn');
  });

  it('counts against what the agent says by the rule’s own', () => {
    const battery = { status: 'warn', summary: 'Charging', present: true, health_percent: 64 };
    const at = (...limits: Limit[]): Verdict => evaluateSection('battery', battery, NOW, limits);
    expect(at().status).toBe('warn');
    expect(at(limit('battery', 'health_percent', 60))).toEqual({
      ...{ status: 'ok', reason: 'Charging' },
    });
    expect(at(limit('battery', 'health_percent', 80, 70)).status).toBe('crit');
    const updates = { status: 'warn', summary: '2 updates', available: 2, packages: [] };
    const few = [limit('app_updates', 'available', 10)];
    expect(evaluateSection('app_updates', updates, NOW, few).status).toBe('ok');
  });

  it('leaves alone what the rule says nothing of', () => {
    const none = { status: 'warn', summary: 'No battery?', present: true, health_percent: null };
    const limits = [limit('battery', 'health_percent', 60)];
    expect(evaluateSection('battery', none, NOW, limits).status).toBe('warn');
  });

  it.each<[string, Limit, string | undefined]>([
    ['a warning at the edge', disk(98, 99), undefined],
    ['a warning alone', disk(94), undefined],
    ['a critical alone', disk(null, 99), undefined],
    ['nothing', disk(null), undefined],
    ['a warning beyond its reach', disk(99, 99), 'warn: must be from 50 to 98'],
    ['a critical that would never come', disk(null, 101), 'crit: must be from 80 to 99'],
    ['no number', disk(Number.NaN), 'warn: must be from 50 to 98'],
    ['a warning behind the rule’s critical', disk(96), 'warn: must be below crit'],
    ['a warning at the critical', disk(90, 90), 'warn: must be below crit'],
    ['a critical before the rule’s warning', disk(98, 90), 'warn: must be below crit'],
  ])('may be %s, or is refused in words', (_, limits, fault) => {
    if (fault === undefined) expect(faultOf(limits)).toBeUndefined();
    else expect(faultOf(limits)).toContain(fault);
  });

  it('that is not allowed any more does not count', () => {
    expect(diskAt(91, disk(120))).toBe('warn');
    expect(diskAt(91, disk(96))).toBe('warn');
  });
});

describe('limits of a PC and of its tags', () => {
  it('the PC’s own wins', () => {
    expect(inForce([disk(97, 99)], [disk(85), disk(94)])).toEqual([disk(97, 99)]);
  });

  it('of several tags, the strictest wins, bound by bound', () => {
    expect(inForce([], [disk(94), disk(90)])).toEqual([disk(90)]);
    expect(inForce([], [disk(85, 99), disk(90, 97)])).toEqual([disk(85, 97)]);
    const battery = (warn: number, crit: number | null = null) =>
      limit('battery', 'health_percent', warn, crit);
    expect(inForce([], [battery(60, 30), battery(55)])).toEqual([battery(60)]);
  });

  it('what is not allowed has no say', () => {
    expect(inForce([], [disk(94), disk(20)])).toEqual([disk(94)]);
    expect(inForce([], [limit('disk', 'nosuch', 1), limit('nosuch', 'x', 1)])).toEqual([]);
  });

  it('what a tag leaves as it is, it does not let another make milder', () => {
    const [effective] = inForce([], [disk(null, 98), disk(90)]);
    expect(effective).toEqual(disk(null, null));
  });
});

/** Numbers that a person may choose for a limit. */
function allowed(section: SectionName, threshold: Threshold): fc.Arbitrary<Limit> {
  const { warn, crit } = threshold.movable ?? {};
  const within = (reach: typeof warn): fc.Arbitrary<number | null> =>
    reach
      ? fc.option(fc.double({ min: reach.least, max: reach.most, noNaN: true }), { nil: null })
      : fc.constant(null);
  return fc
    .record({ warn: within(warn), crit: within(crit) })
    .map((numbers) => ({ section, field: limitName(threshold), ...numbers }))
    .filter((one) => limitFault(threshold, one) === undefined);
}

/** A payload with that number in the place that the limit is about. */
function payloadWith({ field, measure }: Threshold, value: number): Record<string, unknown> {
  const time = (at: number) => new Date(at).toISOString();
  const [list = '', inner] = field.split('[].');
  const put =
    measure === 'age'
      ? time(NOW - value * DAY_MS)
      : measure === 'left'
        ? time(NOW + value * DAY_MS)
        : value;
  const frame = { status: 'ok', summary: 's', present: true };
  return { ...frame, ...(inner === undefined ? { [list]: put } : { [list]: [{ [inner]: put }] }) };
}

describe.each(MOVABLE)('every limit that %s may have (%j)', (section, threshold) => {
  const { movable = {} } = threshold;
  const reaches = Object.values(movable);
  const lowest = Math.min(...reaches.map(({ least }) => least)) / 2;
  const highest = Math.max(...reaches.map(({ most }) => most)) * 1.5;
  const value = fc.double({ min: lowest, max: highest, noNaN: true });
  const judged = (limits: readonly Limit[], at: number) =>
    evaluateSection(section, payloadWith(threshold, at), NOW, limits).status;

  it('never judges a worse value better', () => {
    fc.assert(
      fc.property(allowed(section, threshold), value, value, (one, a, b) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        const [better, worse] = isRising(threshold) ? [low, high] : [high, low];
        const [before, after] = [judged([one], better), judged([one], worse)];
        expect(compareSeverity(after, before)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('says critical of what is bad enough, if the rule does, and warns before', () => {
    const worst = isRising(threshold) ? highest : threshold.measure === 'left' ? -1 : lowest * 0.9;
    fc.assert(
      fc.property(allowed(section, threshold), (one) => {
        expect(judged([one], worst)).toBe(threshold.crit ? 'crit' : 'warn');
        const [moved] = movedThresholds([threshold], [one]);
        const [warns, crits] = [boundNumber(moved?.warn), boundNumber(moved?.crit)];
        if (warns === undefined || crits === undefined) return;
        expect(isRising(threshold) ? warns < crits : warns > crits).toBe(true);
      }),
    );
  });

  it('of two tags, is at least as strict as either', () => {
    const one = allowed(section, threshold);
    fc.assert(
      fc.property(one, one, value, (a, b, at) => {
        const both = inForce([], [a, b]);
        expect(both).toHaveLength(1);
        for (const limits of [a, b]) {
          expect(compareSeverity(judged(both, at), judged([limits], at))).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('is named by its section and its field alone', () => {
    const names = THRESHOLDS[section].filter((one) => one.movable).map(limitName);
    expect(names.filter((name) => name === limitName(threshold))).toHaveLength(1);
  });

  it('has its usual numbers within its reach', () => {
    for (const level of ['warn', 'crit'] as const) {
      const [reach, number] = [movable[level], boundNumber(threshold[level])];
      if (!reach) continue;
      expect(number).toBeGreaterThanOrEqual(reach.least);
      expect(number).toBeLessThanOrEqual(reach.most);
    }
  });
});
