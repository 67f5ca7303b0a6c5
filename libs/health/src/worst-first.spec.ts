import { PC_HEALTH_ORDER } from '@kenny/contract/agent';
import { worstFirst } from './worst-first.js';

const aPc = (name: string, overall = PC_HEALTH_ORDER[0]) => ({ agent_id: name, name, overall });

it('sorts by health, then of PCs that are fine by name as people count', () => {
  const pcs = [...PC_HEALTH_ORDER].reverse().map((overall) => ({ ...aPc(overall), overall }));
  expect(pcs.sort(worstFirst).map(({ name }) => name)).toEqual([...PC_HEALTH_ORDER]);
  const named = ['pc10', 'PC2', 'pc1'].map((name) => aPc(name));
  expect(named.sort(worstFirst).map(({ name }) => name)).toEqual(['pc1', 'PC2', 'pc10']);
});

it('puts what is lost first when nobody acts before the others, and the oldest before the later', () => {
  const warns = (name: string, check: string, since: string) => ({
    ...aPc(name),
    ...{ overall: 'warn' as const, worst: { name: check, since } },
  });
  const pcs = [
    warns('anna', 'reboot_pending', '2031-05-01T00:00:00Z'),
    warns('bob', 'app_updates', '2031-05-01T00:00:00Z'),
    warns('dora', 'disk', '2031-05-03T00:00:00Z'),
    warns('eve', 'disk', '2031-05-02T00:00:00Z'),
  ];
  expect(pcs.sort(worstFirst).map(({ name }) => name)).toEqual(['eve', 'dora', 'bob', 'anna']);
});

it('puts who has been away longest first, whatever was wrong there', () => {
  const away = (name: string, last_seen: string, check?: string) => ({
    ...{ ...aPc(name), overall: 'offline' as const, last_seen },
    worst: check ? { name: check, since: '2031-05-01T00:00:00Z' } : null,
  });
  const pcs = [away('a', '2031-05-02T00:00:00Z', 'disk'), away('b', '2031-05-01T00:00:00Z')];
  expect(pcs.sort(worstFirst).map(({ name }) => name)).toEqual(['b', 'a']);
});

it.each([
  ['pc1', 'PC1'],
  ['pc1', 'pc01'],
])('keeps %s and %s in one order, however they come', (a, b) => {
  const [one, other] = [aPc(a), aPc(b)];
  expect([one, other].sort(worstFirst)).toEqual([other, one].sort(worstFirst));
});
