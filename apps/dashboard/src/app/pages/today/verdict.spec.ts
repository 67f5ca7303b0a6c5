import { verdictOf } from './verdict';

const counts = (change: object) => ({ crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0, ...change });

describe('the verdict', () => {
  it.each([
    [{}, 0, 'No PC is here yet.'],
    [{ ok: 1 }, 0, 'Your PC is quiet.'],
    [{ ok: 2 }, 0, 'Both PCs are quiet.'],
    [{ ok: 7 }, 0, 'All seven PCs are quiet.'],
    [{ ok: 40 }, 0, 'All 40 PCs are quiet.'],
    [{ crit: 1 }, 0, 'Your PC needs attention.'],
    [{ offline: 1 }, 0, 'Your PC is offline.'],
    [{ crit: 1, warn: 2, ok: 9 }, 0, 'Three PCs need attention. The other nine are quiet.'],
    [
      { crit: 2, offline: 1, ok: 4 },
      1,
      'Two PCs need attention, one call waits for your word, one is offline. The other four are quiet.',
    ],
    [{ ok: 3 }, 2, 'Two calls wait for your word. All three PCs are quiet.'],
    [{ offline: 2, ok: 1 }, 0, 'Two PCs are offline. The other one is quiet.'],
    [{ unknown: 1, ok: 1 }, 0, 'Nothing is known of one. The other one is quiet.'],
  ])('of %j with %d waiting is: %s', (change, waiting, words) => {
    expect(verdictOf(counts(change), waiting)).toBe(words);
  });
});
