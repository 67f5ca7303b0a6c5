import { callableTool } from './offered-tools.js';
import { routeOf } from './routing.js';

const shell = callableTool('shell_exec');
const route = (args: Record<string, unknown>) => {
  if (!shell) throw new Error('there is no shell_exec');
  return routeOf(shell, args);
};

describe('what a model says beside the arguments of a tool', () => {
  it('never reaches the PC', () => {
    const said = { agent_id: 'pc1', reason: 'why', expires_in_s: 7_200 };
    expect(route({ command: 'id', ...said })).toMatchObject({ ...said, args: { command: 'id' } });
    expect(route({ command: 'id', ...said }).args).toEqual({ command: 'id' });
  });

  it.each([59, 86_401, 60.5, '60', Number.NaN, null])(
    'cannot ask for %p seconds of waiting',
    (expires_in_s) => {
      expect(() => route({ command: 'id', expires_in_s })).toThrow(
        'expires_in_s: a whole number from 60 to 86400',
      );
    },
  );
});
