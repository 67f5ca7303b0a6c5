import { PC_HEALTH_ORDER } from '@kenny/contract/agent';
import { worstFirst } from './worst-first.js';

it('sorts by health, then by name as people count', () => {
  const aPc = (name: string, overall = PC_HEALTH_ORDER[0]) => ({ agent_id: name, name, overall });
  const pcs = [...PC_HEALTH_ORDER].reverse().map((overall) => ({ ...aPc(overall), overall }));
  expect(pcs.sort(worstFirst).map(({ name }) => name)).toEqual([...PC_HEALTH_ORDER]);
  const named = ['pc10', 'PC2', 'pc1'].map((name) => aPc(name));
  expect(named.sort(worstFirst).map(({ name }) => name)).toEqual(['pc1', 'PC2', 'pc10']);
});
