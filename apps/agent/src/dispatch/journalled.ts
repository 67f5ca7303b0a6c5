import { usedApprovalMessage, type ApprovalUse } from '@kenny/contract/agent';
import { errorText } from '../errors/error-code.js';
import { answerOf, refusal, type Answer } from './answers.js';
import type { Call } from './call.js';
import type { Verdict } from './journal.js';
import type { RunCallOptions, Step } from './step.js';

type NewOrUsed = { kind: 'new' } | { kind: 'approval_used' };

/** A change call runs once its start is on the disk, and at most once. */
export function journalled({ journal, faults, log }: RunCallOptions): Step {
  return async (call, rest) => {
    if (!call.changes) return rest(call);
    const { id, digest, approval } = call;
    let verdict: Verdict;
    try {
      verdict = await journal.begin(id, digest, approval);
    } catch (error) {
      log.error('the journal cannot be written', { call_id: id, error: errorText(error) });
      return refusal(id, 'internal', 'nothing was run: the journal of this PC cannot be written');
    }
    if (verdict.kind === 'approval_used') {
      log.warn('an approval was sent a second time', { call_id: id, approval });
      return refuseUsed(call, verdict.use, journal);
    }
    if (verdict.kind !== 'new') return answerKnown(call, verdict);
    faults.reach('journal_started');
    const answer = await rest(call);
    await journal.finish(id, answer);
    faults.reach('journal_finished');
    return answer;
  };
}

/** Kept like an answer, so that `call_status` has it if it is lost on the way. */
async function refuseUsed(
  call: Call,
  use: ApprovalUse,
  journal: RunCallOptions['journal'],
): Promise<Answer> {
  const answer = refusal(call.id, 'approval_used', usedApprovalMessage(use));
  await journal.keepRefusal(call.id, call.digest, answer);
  return answer;
}

function answerKnown({ id }: Call, verdict: Exclude<Verdict, NewOrUsed>): Answer {
  switch (verdict.kind) {
    case 'finished':
      return verdict.response
        ? answerOf(verdict.response)
        : refusal(id, 'internal', 'this call was run; its answer is no longer kept');
    case 'interrupted':
      return refusal(
        id,
        'internal',
        'interrupted: this call was started and its end is not known; it is not run again',
      );
    case 'running':
      return refusal(id, 'internal', 'this call is running already');
    case 'other_call':
      return refusal(id, 'bad_args', 'this id was used for another call; it is not run');
  }
}
