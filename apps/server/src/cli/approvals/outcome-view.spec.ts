import { approvalView, type GateRecord } from '@kenny/gate';
import { anApproval } from '@kenny/testing';
import { outcomeLines } from './outcome-view.js';

const interrupted = {
  code: 'internal',
  message: 'interrupted on the PC: it may have run in part',
};

function linesOf(state: GateRecord['state'], error = interrupted): string[] {
  const approval = approvalView({ ...anApproval(), state, outcome: { error } });
  return outcomeLines(approval).map(({ plain }) => plain);
}

describe('the outcome of a call', () => {
  it('sends nobody to the server log for what only the PC can know', () => {
    expect(linesOf('unknown')).toEqual([
      expect.stringContaining('look at the PC before you ask for it again'),
      '  interrupted on the PC: it may have run in part [internal]',
    ]);
    expect(linesOf('unknown', { code: 'offline', message: 'it went away' })).toHaveLength(2);
    expect(linesOf('failed').at(-1)).toBe("  The agent's log on the PC says more.");
  });
});
