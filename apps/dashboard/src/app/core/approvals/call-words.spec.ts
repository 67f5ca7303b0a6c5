import { askerOf, decidedWithin } from './call-words';

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
  expect(askerOf({ kind: 'mcp_client', name: 'desk' }).behind).toBe(', an MCP client');
});
