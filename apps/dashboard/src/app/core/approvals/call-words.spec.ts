import { askerOf, decidedWithin, doerOf } from './call-words';

it.each([
  [0, '0.1 s'],
  [1_210, '1.3 s'],
  [59_900, '59.9 s'],
  [240_100, '4 min'],
  [292_400, '4 min 52 s'],
])('a decision within %d ms came within %s', (ms, words) => {
  expect(decidedWithin(ms)).toBe(words);
});

it('a task is no person: its AI agent asks, and the task is named behind', () => {
  expect(askerOf({ kind: 'task', name: 'Why is it slow?' })).toEqual({
    ...{ name: 'An AI agent', within: 'an AI agent', behind: ' for “Why is it slow?”' },
  });
  const anna = { name: 'Anna', within: 'Anna', behind: '' };
  expect(askerOf({ kind: 'operator', name: 'Anna' })).toEqual(anna);
});

it.each([
  ['chat', 'chat', 'Claude for Anna', ''],
  ['mcp_client', 'mcp', 'Anna over MCP', ''],
  ['operator', 'http', 'Anna', ''],
  ['operator', 'mcp', 'Anna', 'over MCP'],
] as const)('who asks and who did it is said in one way: %s, %s', (kind, door, asks, behind) => {
  const { name, within, behind: what } = askerOf({ kind, name: 'Anna' });
  expect([name + what, within + what]).toEqual([asks, asks]);
  const { who, way } = doerOf({ actor: { kind, id: 'anna', name: 'Anna' }, door });
  expect(`${who} ${way}`.trim()).toBe(`${asks} ${behind}`.trim());
});
