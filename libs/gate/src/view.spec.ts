import { APPROVAL_STATES, checkWith } from '@kenny/contract';
import { httpAnswerValidators } from '@kenny/contract/answer-validators';
import { ANNA, anApprovalIn } from '../test/world.js';
import { approvalView } from './index.js';

describe('approvalView', () => {
  it.each(APPROVAL_STATES)('fits the shape that every door promises, %s', (state) => {
    expect(
      checkWith(httpAnswerValidators, 'http:ApprovalView', approvalView(anApprovalIn(state))),
    ).toEqual([]);
  });

  it('shows times as ISO text', () => {
    expect(approvalView(anApprovalIn('done'))).toMatchObject({
      requested_at: '2026-06-04T12:00:00.000Z',
      approve_by: '2026-06-04T12:10:00.000Z',
      run_by: '2026-06-04T12:01:01.000Z',
      sent_at: '2026-06-04T12:00:02.000Z',
      ended_at: '2026-06-04T12:00:03.000Z',
      decisions: [{ by: ANNA, decision: 'approve', at: '2026-06-04T12:00:01.000Z', reason: null }],
    });
  });

  it('keeps to itself what only the server needs', () => {
    const view = approvalView(anApprovalIn('done'));
    for (const internal of [
      'agent_key',
      'catalog',
      'principal_key',
      'repeat_key',
      'call',
      'boot',
    ]) {
      expect(view).not.toHaveProperty(internal);
    }
  });
});
