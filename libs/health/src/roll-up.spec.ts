import fc from 'fast-check';
import { PC_HEALTH_ORDER, type Health } from '@kenny/contract/agent';
import { rollUp, worstOf, worstSection } from './roll-up.js';
import { countedStatus, worst } from './verdict.js';

const verdicts = (...statuses: Health[]) => statuses.map((status) => ({ status }));

it('takes the worst of what several limits say', () => {
  expect(worst()).toBe('ok');
  expect(worst('ok', 'crit', 'warn')).toBe('crit');
});

describe('worstOf', () => {
  it.each<[Health, Health[]]>([
    ['unknown', []],
    ['unknown', ['unknown', 'unknown']],
    ['ok', ['ok', 'unknown']],
    ['ok', ['unknown', 'ok']],
    ['warn', ['ok', 'warn', 'unknown']],
    ['crit', ['warn', 'crit', 'ok']],
  ])('is %s for %j', (expected, statuses) => {
    expect(worstOf(verdicts(...statuses))).toBe(expected);
  });

  it('is never changed by a section that could not be read', () => {
    const health = fc.constantFrom<Health>('ok', 'warn', 'crit', 'unknown');
    fc.assert(
      fc.property(fc.array(health), (statuses) => {
        expect(worstOf(verdicts(...statuses, 'unknown'))).toBe(worstOf(verdicts(...statuses)));
      }),
    );
  });
});

describe('a section that somebody put off', () => {
  const snoozed = { until: '2031-01-31T12:00:00.000Z' };

  it('counts as fine', () => {
    expect(countedStatus({ status: 'crit', snoozed })).toBe('ok');
    expect(worstOf([{ status: 'crit', snoozed }, { status: 'warn' }])).toBe('warn');
    expect(worstOf([{ status: 'warn', snoozed }])).toBe('ok');
  });

  it('is not the one to name first', () => {
    const disk = { status: 'crit', reason: 'full', snoozed } as const;
    const uptime = { status: 'warn', reason: 'long' } as const;
    expect(
      worstSection<{ status: Health; reason: string; snoozed?: object }>({ disk, uptime })?.name,
    ).toBe('uptime');
    expect(worstSection({ disk })).toBeNull();
  });
});

describe('worstSection', () => {
  it('names the worst, the first of the catalog among equals', () => {
    const warn = { status: 'warn', reason: 'w' } as const;
    const crit = { status: 'crit', reason: 'c' } as const;
    expect(worstSection({ uptime: warn, memory: warn, disk: warn })?.name).toBe('disk');
    expect(worstSection({ disk: warn, later: crit, uptime: crit })?.name).toBe('uptime');
    expect(worstSection({ disk: warn, later: crit })).toEqual({ ...crit, name: 'later' });
  });

  it('is null when nothing is wrong or known', () => {
    expect(worstSection({})).toBeNull();
    expect(
      worstSection({
        disk: { status: 'ok', reason: '' },
        memory: { status: 'unknown', reason: '' },
      }),
    ).toBeNull();
  });

  it('keeps what else stands beside the verdict', () => {
    const disk = { status: 'warn', reason: 'w', since: '2026-06-04T18:00:00Z' } as const;
    expect(worstSection({ disk })).toEqual({ ...disk, name: 'disk' });
  });
});

describe('rollUp', () => {
  it('counts each PC once', () => {
    expect(rollUp(['ok', 'crit', 'ok', 'offline', 'warn', 'unknown', 'warn'])).toEqual({
      overall: 'crit',
      counts: { crit: 1, warn: 2, offline: 1, unknown: 1, ok: 2 },
    });
  });

  it('goes crit, warn, offline, unknown, ok', () => {
    PC_HEALTH_ORDER.forEach((expected, index) => {
      expect(rollUp([...PC_HEALTH_ORDER.slice(index)].reverse()).overall).toBe(expected);
    });
  });

  it('knows nothing of an empty fleet', () => {
    const counts = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };
    expect(rollUp([])).toEqual({ overall: 'unknown', counts });
  });
});
