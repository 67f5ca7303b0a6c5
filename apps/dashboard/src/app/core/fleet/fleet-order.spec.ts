import { aPc } from '../../../../test/a-pc';
import { heldOrder, inOrder, movedRows, sortNamed, type FleetSort } from './fleet-order';
import { worstFirst } from '@kenny/health/web';

const meta = (os: 'linux' | 'windows', version: string) => ({ hostname: 'h', os, version });
const PCS = [
  aPc({ agent_id: 'b', name: 'pc10', overall: 'crit', meta: meta('windows', '0.10.0') }),
  aPc({ agent_id: 'a', name: 'PC2', meta: meta('linux', '0.9.0') }),
  aPc({ agent_id: 'off', name: 'attic', overall: 'offline', online: false }),
  aPc({ agent_id: 'new', name: 'z', overall: 'unknown', online: false, last_seen: null }),
].sort(worstFirst);

it.each<[FleetSort, string[]]>([
  ['worst', ['b', 'off', 'new', 'a']],
  ['name', ['off', 'a', 'b', 'new']],
  ['system', ['off', 'new', 'a', 'b']],
  ['seen', ['b', 'a', 'off', 'new']],
  ['agent', ['off', 'new', 'a', 'b']],
])('the fleet by %s, worst first among equals', (sort, expected) => {
  expect(inOrder(PCS, sort).map(({ agent_id }) => agent_id)).toEqual(expected);
});

it('is worst first where the address names no order, or none that there is', () => {
  expect([undefined, 'seen', 'toString', ''].map(sortNamed)).toEqual([
    ...['worst', 'seen', 'worst', 'worst'],
  ]);
});

describe('rows while somebody is at the table', () => {
  it('stay where they are; what is new comes last, what is gone goes', () => {
    expect(heldOrder(['a', 'b', 'c'], ['c', 'd', 'a'])).toEqual(['a', 'c', 'd']);
  });

  it('are counted when they would stand elsewhere', () => {
    expect(movedRows(['a', 'b', 'c'], ['a', 'c', 'b'])).toBe(2);
    expect(movedRows(['a'], ['a'])).toBe(0);
  });
});
