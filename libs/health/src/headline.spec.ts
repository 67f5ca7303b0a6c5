import { headlineOf } from './headline.js';

const counts = (change: object) => ({ crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0, ...change });

describe('the headline', () => {
  it.each([
    [{}, 0, 'No PCs yet.'],
    [{}, 1, 'One request is waiting for you.'],
    [{ ok: 1 }, 0, 'Your PC is fine.'],
    [{ ok: 2 }, 0, 'Both PCs are fine.'],
    [{ ok: 7 }, 0, 'All seven PCs are fine.'],
    [{ ok: 40 }, 0, 'All 40 PCs are fine.'],
    [{ crit: 1 }, 0, 'Your PC needs attention.'],
    [{ offline: 1 }, 0, 'Your PC is offline.'],
    [{ crit: 1, warn: 2, ok: 9 }, 0, 'Three PCs need attention. The other nine are fine.'],
    [
      { crit: 2, offline: 1, unknown: 1, ok: 4 },
      2,
      'Two PCs need attention, one is offline and one has never reported. The other four are fine. Two requests are waiting for you.',
    ],
    [{ ok: 3 }, 2, 'Two requests are waiting for you. All three PCs are fine.'],
    [{ offline: 2, ok: 1 }, 0, 'Two PCs are offline. The other one is fine.'],
    [{ unknown: 1, ok: 1 }, 0, 'One PC has never reported. The other one is fine.'],
  ])('of %j with %d waiting is: %s', (change, waiting, words) => {
    expect(headlineOf(counts(change), waiting, { lately: 0, longer: 0 })).toBe(words);
  });

  it.each([
    [{ unknown: 1 }, 0, 1, 'Your PC is not connected yet.'],
    [{ unknown: 3, ok: 1 }, 0, 2, 'Two PCs are not connected yet and one has never reported.'],
    [{ unknown: 1, ok: 8 }, 1, 0, 'All eight PCs are fine. One new PC is not connected yet.'],
    [{ unknown: 2 }, 2, 0, 'Two new PCs are not connected yet.'],
    [{ unknown: 1, warn: 1, ok: 1 }, 1, 0, 'One PC needs attention. The other one is fine. One'],
  ])('of %j, %d of them just added and %d before, begins: %s', (change, lately, longer, words) => {
    expect(headlineOf(counts(change), 0, { lately, longer })).toMatch(words);
  });
});
