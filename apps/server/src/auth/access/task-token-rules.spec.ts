import { TOOL_CLASSES } from '@kenny/contract';
import fc from 'fast-check';
import { taskRights, type RightsLimit } from './task-token-rules.js';
import type { TokenRights } from './token-rules.js';

const PCS = ['pc1', 'pc2', 'pc3'];
const limit: fc.Arbitrary<RightsLimit> = fc.record({
  agents: fc.option(fc.subarray(PCS)),
  classes: fc.subarray([...TOOL_CLASSES]),
});
const starter = fc.record({
  scope: fc.constantFrom('operator' as const, 'admin' as const),
  agents: fc.option(fc.subarray(PCS)),
  classes: fc.subarray([...TOOL_CLASSES]),
  expires_at: fc.option(fc.nat()),
});

const reaches = (of: Pick<RightsLimit, 'agents'>, pc: string) =>
  of.agents === null || of.agents.includes(pc);

function rightsOrNone(...args: Parameters<typeof taskRights>): TokenRights | undefined {
  try {
    return taskRights(...args);
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden' });
    return undefined;
  }
}

describe('the rights of a task', () => {
  it('are those that starter, type and task all have, never more, and they never decide', () => {
    fc.assert(
      fc.property(starter, fc.array(limit, { maxLength: 3 }), (from, limits) => {
        const all: RightsLimit[] = [from, ...limits];
        const classes = TOOL_CLASSES.filter((one) => all.every((of) => of.classes.includes(one)));
        const shared = [...PCS, 'pc-new'].filter((pc) => all.every((of) => reaches(of, pc)));
        const rights = rightsOrNone(from, limits);
        expect(rights === undefined).toBe(classes.length === 0 || shared.length === 0);
        if (!rights) return;
        expect(rights).toMatchObject({ scope: 'task', decide: false, elicitation: false, classes });
        expect(rights.expires_at).toBe(from.expires_at);
        expect([...PCS, 'pc-new'].filter((pc) => reaches(rights, pc))).toEqual(shared);
      }),
    );
  });

  it.each(['viewer', 'mcp', 'task'] as const)('are none for a starter of scope %s', (scope) => {
    const from = { scope, agents: null, classes: [...TOOL_CLASSES], expires_at: null };
    expect(() => taskRights(from, [])).toThrow('cannot start tasks');
  });
});
