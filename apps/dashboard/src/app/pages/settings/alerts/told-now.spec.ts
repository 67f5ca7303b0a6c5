import type { SectionHealth } from '@kenny/contract/web';
import { aPc } from '../../../../../test/a-pc';
import { toldNow, type ToldFrom } from './told-now';

const NOW = Date.parse('2026-11-21T20:00:00Z');
const check = (name: string, status: SectionHealth['status']): SectionHealth => ({
  ...{ name, status, reason: '', since: '2026-11-21T20:00:00Z' },
});
const HOME: ToldFrom = {
  pcs: [
    aPc({ agent_id: 'g', name: 'Grandpa’s PC', sections: [check('defender', 'crit')] }),
    aPc({ agent_id: 'm', name: 'Mum\u202e’s laptop', tags: ['family'] }),
    aPc({ agent_id: 'o', name: 'Office', sections: [check('printers', 'warn')] }),
    aPc({ agent_id: 'n', name: 'Netbook', online: false, last_seen: '2026-11-18T19:00:00Z' }),
    aPc({ agent_id: 't', name: 'Till', online: false, last_seen: '2026-11-21T08:00:00Z' }),
    aPc({ agent_id: 'e', name: 'Eva', online: false, last_seen: null }),
  ],
  filling: new Map([['m', 'C: is full in about 9 days']]),
  waiting: ['m', 'm', 'g'],
};
type Choices = Parameters<typeof toldNow>[0];
const CHOICES: Choices = {
  ...{ agents: [], tags: [], muted: [], health_from: 'crit', away_hours: 72 },
};
const told = (change: Partial<Choices> = {}) => toldNow({ ...CHOICES, ...change }, HOME, NOW);

describe('what would have been told now', () => {
  it('is what is critical, what waits, a disk that fills up, and who is gone for long', () => {
    expect(told()).toEqual([
      'Grandpa’s PC: Virus protection',
      '3 requests for approval',
      'Mum⟨U+202E⟩’s laptop: C: is full in about 9 days',
      'Netbook: offline for 3 days',
    ]);
  });

  it('is with every problem also what only needs a look', () => {
    expect(told({ health_from: 'warn' })).toContain('Office: Printers');
  });

  it('is a disk that fills up once, whatever its check says', () => {
    const pc = aPc({ agent_id: 'm', name: 'Mum', sections: [check('disk', 'warn')] });
    const from = { ...HOME, pcs: [pc], waiting: [] };
    const choices = { ...CHOICES, health_from: 'warn' } as const;
    expect(toldNow(choices, from, NOW)).toEqual(['Mum: C: is full in about 9 days']);
    expect(toldNow({ ...choices, muted: ['disk_forecast'] }, from, NOW)).toEqual(['Mum: Disk']);
  });

  it('is who is gone for as long as was chosen, and nobody who has never come', () => {
    expect(told({ away_hours: 1 })).toContain('Till: offline for 12 h');
    expect(told({ away_hours: 168 }).join()).not.toContain('offline');
  });

  it('is nothing of a kind that is not told, and nothing of another PC', () => {
    expect(told({ muted: ['health', 'disk_forecast', 'pc_away'] })).toEqual([
      '3 requests for approval',
    ]);
    expect(told({ tags: ['family'], muted: ['approval_waiting'] })).toEqual([
      'Mum⟨U+202E⟩’s laptop: C: is full in about 9 days',
    ]);
    expect(told({ agents: ['g'] })).toContain('1 request for approval');
  });

  it('is nothing of a check that somebody put off', () => {
    const snoozed = { until: '2026-12-01T00:00:00Z', reason: 'known', by: 'anna', status: 'crit' };
    const pc = aPc({ sections: [{ ...check('defender', 'crit'), snoozed }] });
    expect(toldNow(CHOICES, { pcs: [pc], filling: new Map(), waiting: [] }, NOW)).toEqual([]);
  });
});
