import { PC_HEALTH_ORDER } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { worstFirst } from './worst-first';

it('sorts by health, then by name as people count', () => {
  const pcs = [...PC_HEALTH_ORDER].reverse().map((overall) => aPc({ overall, name: overall }));
  expect(pcs.sort(worstFirst).map(({ name }) => name)).toEqual([...PC_HEALTH_ORDER]);
  const named = ['pc10', 'PC2', 'pc1'].map((name) => aPc({ name }));
  expect(named.sort(worstFirst).map(({ name }) => name)).toEqual(['pc1', 'PC2', 'pc10']);
});
