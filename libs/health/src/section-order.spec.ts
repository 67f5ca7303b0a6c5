import { REMEDIES } from './rules/index.js';
import { SECTION_ORDER, placeOf, worstSectionFirst } from './section-order.js';

const since = (day: number) => `2031-01-0${day}T12:00:00.000Z`;
const named = (name: string, status: 'warn' | 'crit' = 'warn', day = 1) => ({
  ...{ name, status, since: since(day) },
});
const sorted = (...sections: ReturnType<typeof named>[]) =>
  sections.sort(worstSectionFirst).map(({ name }) => name);

describe('the order of what is wrong with a PC', () => {
  it('is the worst first, then what costs most, whatever is older', () => {
    expect(sorted(named('disk'), named('disk_smart', 'warn', 2), named('uptime', 'crit'))).toEqual([
      ...['uptime', 'disk_smart', 'disk'],
    ]);
  });

  it('names what a fix helps before what nobody can do anything about', () => {
    expect(sorted(named('battery'), named('app_updates', 'warn', 2))[0]).toBe('app_updates');
    const helped = Object.entries(REMEDIES).filter(([, remedies]) => remedies.length > 0);
    for (const [name] of helped) expect(placeOf({ name })).toBeLessThan(SECTION_ORDER.length);
  });

  it('is by age among equals, and the same on every page', () => {
    const [one, other] = [named('network', 'warn', 2), named('battery', 'warn', 3)];
    expect(sorted(other, one)).toEqual(['network', 'battery']);
    expect(sorted(named('network'), named('battery'))).toEqual(['battery', 'network']);
    const snoozed = { ...named('disk', 'crit'), snoozed: {} };
    expect([snoozed, named('battery')].sort(worstSectionFirst)[0]?.name).toBe('battery');
  });
});
