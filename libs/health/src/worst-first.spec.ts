import { PC_HEALTH_ORDER } from '@kenny/contract/agent';
import { worstFirst } from './worst-first.js';

const aPc = (name: string, overall = PC_HEALTH_ORDER[0]) => ({ agent_id: name, name, overall });

it('sorts by health, then by name as people count', () => {
  const pcs = [...PC_HEALTH_ORDER].reverse().map((overall) => ({ ...aPc(overall), overall }));
  expect(pcs.sort(worstFirst).map(({ name }) => name)).toEqual([...PC_HEALTH_ORDER]);
  const named = ['pc10', 'PC2', 'pc1'].map((name) => aPc(name));
  expect(named.sort(worstFirst).map(({ name }) => name)).toEqual(['pc1', 'PC2', 'pc10']);
});

it.each([
  ['pc1', 'PC1'],
  ['pc1', 'pc01'],
])('keeps %s and %s in one order, however they come', (a, b) => {
  const [one, other] = [aPc(a), aPc(b)];
  expect([one, other].sort(worstFirst)).toEqual([other, one].sort(worstFirst));
});
