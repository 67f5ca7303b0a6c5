import { aPc } from '../../../../../test/a-pc';
import { leftOut } from './left-out';

const NOW = Date.parse('2026-11-21T20:00:00Z');
const HOME = [
  aPc({ agent_id: 'a', overall: 'warn' }),
  aPc({ agent_id: 'b', overall: 'warn', tags: ['club'] }),
  aPc({ agent_id: 'c', overall: 'crit' }),
  aPc({ agent_id: 'd', overall: 'unknown', online: false, last_seen: '2026-11-20T20:00:00Z' }),
  aPc({ agent_id: 'e', overall: 'unknown', online: false, last_seen: null }),
];
const of = (choices: Partial<Parameters<typeof leftOut>[0]>) =>
  leftOut({ agents: [], tags: [], health_from: 'crit', away_hours: 72, ...choices }, HOME, NOW);

describe('what is not told now', () => {
  it('is every warning and every PC that is away for less than was chosen', () => {
    expect(of({})).toBe('other warnings on 2 PCs and 1 offline PC');
  });

  it('is nothing where all is told', () => {
    expect(of({ health_from: 'warn', away_hours: 1 })).toBe('');
  });

  it('is only what happens on the PCs that somebody wants to hear of', () => {
    expect(of({ tags: ['club'] })).toBe('other warnings on 1 PC');
    expect(of({ agents: ['d'] })).toBe('1 offline PC');
  });
});
