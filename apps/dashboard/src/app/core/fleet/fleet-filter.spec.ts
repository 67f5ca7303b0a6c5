import type { FleetAgent } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { fits } from './fleet-filter';

const ALL = { text: '', health: null, os: null, tag: null, check: null } as const;

describe('what is typed into the search of the fleet', () => {
  const found = (text: string) =>
    fits(aPc({ name: 'Kitchen', owner: 'Grandma', system: 'Debian 12', tags: ['family'] }), {
      ...{ ...ALL, text },
    });

  it.each(['kitch', 'GRANDMA', 'pc1', 'fam', 'debian'])('finds a PC by %s', (text) => {
    expect(found(text)).toBe(true);
  });

  it('finds no PC by what is not said of it', () => expect(found('uncle')).toBe(false));
});

describe('the filter by a check', () => {
  const disk = (status: 'ok' | 'warn' | 'crit' | 'unknown', more = {}) =>
    aPc({
      sections: [{ name: 'disk', status, reason: '', since: '2026-11-21T10:00:00Z', ...more }],
    });
  const fitsDisk = (pc: FleetAgent) => fits(pc, { ...ALL, check: 'disk' });

  it('finds PCs on which it needs attention', () => {
    expect([disk('warn'), disk('crit')].map(fitsDisk)).toEqual([true, true]);
    expect([disk('ok'), disk('unknown'), aPc()].map(fitsDisk)).toEqual([false, false, false]);
  });

  it('leaves out what somebody snoozed', () => {
    expect(
      fitsDisk(
        disk('warn', { snoozed: { until: '2026-12-01T00:00:00Z', reason: 'later', by: 'Anna' } }),
      ),
    ).toBe(false);
  });
});
