import type { SectionHealth } from '@kenny/contract/web';
import { aPc } from '../../../../../test/a-pc';
import { leftOut } from './left-out';

const NOW = Date.parse('2026-11-21T20:00:00Z');
const warns = (...names: string[]): SectionHealth[] =>
  names.map((name) => ({ name, status: 'warn', reason: '', since: '2026-11-20T20:00:00Z' }));
const HOME = [
  aPc({ agent_id: 'a', overall: 'warn', sections: warns('printers') }),
  aPc({ agent_id: 'b', overall: 'warn', tags: ['club'], sections: warns('disk') }),
  aPc({ agent_id: 'c', overall: 'crit' }),
  aPc({ agent_id: 'd', overall: 'unknown', online: false, last_seen: '2026-11-20T20:00:00Z' }),
  aPc({ agent_id: 'e', overall: 'unknown', online: false, last_seen: null }),
];
const CHOICES: Parameters<typeof leftOut>[0] = {
  ...{ agents: [], tags: [], muted: [], health_from: 'crit', away_hours: 72 },
};
const of = (choices: Partial<typeof CHOICES>, filling = new Map<string, string>(), pcs = HOME) =>
  leftOut({ ...CHOICES, ...choices }, { pcs, filling }, NOW);

describe('what is not told now', () => {
  it('is every warning and every PC that is away for less than was chosen', () => {
    expect(of({})).toBe('other warnings on 2 PCs and 1 offline PC');
  });

  it('is nothing where all is told', () => {
    expect(of({ health_from: 'warn', away_hours: 1 })).toBe('');
  });

  it('is no disk that is told already because it fills up', () => {
    const filling = new Map([['b', 'C: is full in about 9 days']]);
    expect(of({}, filling)).toBe('other warnings on 1 PC and 1 offline PC');
    const muted = ['disk_forecast'] as const;
    expect(of({ muted: [...muted] }, filling)).toBe('other warnings on 2 PCs and 1 offline PC');
    const pc = aPc({ agent_id: 'b', overall: 'warn', sections: warns('disk', 'printers') });
    expect(of({}, filling, [pc])).toBe('other warnings on 1 PC');
  });

  it('is only what happens on the PCs that somebody wants to hear of', () => {
    expect(of({ tags: ['club'] })).toBe('other warnings on 1 PC');
    expect(of({ agents: ['d'] })).toBe('1 offline PC');
  });
});
