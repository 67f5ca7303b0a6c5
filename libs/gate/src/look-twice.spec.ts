import { anApproval } from '../test/world.js';
import { approvalView } from './index.js';

const MARK = { id: 'restarts', line: 'Restarts or turns off this PC' };

describe('an approval with something to look at twice', () => {
  it('is of high risk, whatever the tool is', () => {
    expect(anApproval({ risk: 'low' }).risk).toBe('low');
    expect(anApproval({ risk: 'low', look_twice: [MARK] }).risk).toBe('high');
  });

  it('asks for two people where the PC asks for two', () => {
    const asked = { risk: 'low', two_key: true } as const;
    expect(anApproval(asked).required).toBe(1);
    expect(anApproval({ ...asked, look_twice: [MARK] }).required).toBe(2);
  });

  it('shows it', () => {
    expect(approvalView(anApproval({ look_twice: [MARK] })).look_twice).toEqual([MARK]);
  });
});
