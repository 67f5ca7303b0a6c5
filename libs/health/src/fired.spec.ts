import { readFileSync } from 'node:fs';
import { SECTION_NAMES } from '@kenny/contract/agent';
import { firedThresholds } from './fired.js';
import { RULES } from './rules/index.js';
import { grade, type Threshold } from './threshold.js';

const NOW = Date.parse('2026-06-04T18:00:00Z');
const fixture = (section: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../fixtures/telemetry/telemetry_${section}.json`, import.meta.url),
      'utf8',
    ),
  ) as Record<string, unknown>;

describe('the limits that explain a verdict', () => {
  const flagged = SECTION_NAMES.flatMap((name) => {
    const payload = fixture(name);
    const status = RULES[name].judge(payload, NOW, grade)?.status ?? 'ok';
    return status === 'ok' ? [] : [{ name, payload, status }];
  });

  it.each(flagged)('name what the rule of $name found', ({ name, payload, status }) => {
    const fired = firedThresholds(RULES[name].thresholds, payload, status, NOW);
    expect(fired.length).toBeGreaterThan(0);
    for (const threshold of fired) expect(threshold[status]).toBeDefined();
  });

  it('compare a share of another field of the same entry', () => {
    const used: Threshold = {
      ...{ field: 'disks[].used', measure: 'share', of: 'size', unit: '%' },
      ...{ warn: { over: 80 }, crit: { over: 95 } },
    };
    const size: Threshold = { field: 'disks[].size', crit: { under: 1 } };
    const fired = (...disks: object[]) => firedThresholds([used, size], { disks }, 'crit', NOW);
    expect(fired({ used: 1, size: 100 }, { used: 48, size: 50 })).toEqual([used]);
    expect(fired({ used: 96, size: 0 })).toEqual([size]);
    expect(fired({ used: 96 }, { used: '96', size: 100 })).toEqual([used, size]);
  });

  it('are those that a value meets, not all of the section', () => {
    const { thresholds } = RULES.reliability;
    const fields = (payload: object) =>
      firedThresholds(thresholds, payload, 'warn', NOW).map(({ field }) => field);
    expect(fields({ stability_index: 5, recent_crashes: 3 })).toEqual(['stability_index']);
    expect(fields({ stability_index: 9, recent_crashes: 30 })).toEqual(['recent_crashes']);
    expect(fields({ stability_index: 5, recent_crashes: 30 })).toHaveLength(2);
  });

  it('measure what is left, what is off, and what is not there', () => {
    const soon = { eol: false, eol_date: '2026-07-01' };
    const [left] = firedThresholds(RULES.os_support.thresholds, soon, 'warn', NOW);
    expect(left?.measure).toBe('left');
    const [off] = firedThresholds(RULES.time_sync.thresholds, { offset_secs: -9 }, 'warn', NOW);
    expect(off?.measure).toBe('distance');
    const [none] = firedThresholds(RULES.network.thresholds, { interfaces: [] }, 'warn', NOW);
    expect(none?.field).toBe('interfaces');
  });

  it('are none where no rule knows the status, and never fail over what a PC sends', () => {
    expect(firedThresholds([], { volumes: [] }, 'crit', NOW)).toEqual([]);
    expect(firedThresholds(RULES.win_update.thresholds, {}, 'crit', NOW)).toEqual([]);
    for (const odd of [null, 7, 'x', [], { volumes: 'x' }, { volumes: [null, [], 3] }]) {
      expect(() => firedThresholds(RULES.disk.thresholds, odd, 'warn', NOW)).not.toThrow();
    }
  });
});
