import { usedApprovalMessage, type ApprovalUse } from '@kenny/contract/agent';
import type { CallGuard } from '../control/agent-guard.js';
import type { KillSwitch } from '../control/kill-switch.js';
import { errorText } from '../errors/error-code.js';
import { refusal, type Response } from './answers.js';
import type { Call } from './call.js';
import { execute, type ExecuteOptions } from './execute.js';
import type { Faults } from './faults.js';
import type { Journal, Verdict } from './journal.js';

type NewOrUsed = { kind: 'new' } | { kind: 'approval_used' };

export interface RunCallOptions extends ExecuteOptions {
  journal: Journal;
  killSwitch: Pick<KillSwitch, 'read'>;
  guard: CallGuard;
  faults: Faults;
}

/**
 * One call from its turn to its answer, in the order of design §6: journal and kill switch (change
 * tools), guard, handler. Never throws.
 */
export function runCall(call: Call, options: RunCallOptions): Promise<Response> {
  return call.changes ? runChange(call, options) : runGuarded(call, options);
}

async function runChange(call: Call, options: RunCallOptions): Promise<Response> {
  const { journal, faults, log } = options;
  let verdict: Verdict;
  try {
    verdict = await journal.begin(call.id, call.digest, call.approval);
  } catch (error) {
    log.error('the journal cannot be written', { call_id: call.id, error: errorText(error) });
    return refusal(
      call.id,
      'internal',
      'nothing was run: the journal of this PC cannot be written',
    );
  }
  if (verdict.kind === 'approval_used') return refuseUsed(call, verdict.use, options);
  if (verdict.kind !== 'new') return answerKnown(call, verdict);
  faults.reach('journal_started');
  const response = await runSwitched(call, options);
  await journal.finish(call.id, response);
  faults.reach('journal_finished');
  return response;
}

/** Kept like an answer: should it be lost on its way, `call_status` tells it. */
async function refuseUsed(
  call: Call,
  use: ApprovalUse,
  { journal, log }: RunCallOptions,
): Promise<Response> {
  const message = usedApprovalMessage(use);
  log.warn('an approval came a second time', { call_id: call.id, approval: call.approval });
  const response = refusal(call.id, 'approval_used', message);
  await journal.keepRefusal(call.id, call.digest, response);
  return response;
}

function answerKnown(call: Call, verdict: Exclude<Verdict, NewOrUsed>): Response {
  switch (verdict.kind) {
    case 'finished':
      return (
        verdict.response ??
        refusal(call.id, 'internal', 'this call was run; its answer is no longer kept')
      );
    case 'interrupted':
      return refusal(
        call.id,
        'internal',
        'interrupted: this call was started and its end is not known; it is not run again',
      );
    case 'running':
      return refusal(call.id, 'internal', 'this call is running already');
    case 'other_call':
      return refusal(call.id, 'bad_args', 'this id was used for another call; it is not run');
  }
}

async function runSwitched(call: Call, options: RunCallOptions): Promise<Response> {
  const state = await options.killSwitch.read();
  if (!state.enabled) return refusal(call.id, 'disabled', state.reason);
  return runGuarded(call, options);
}

async function runGuarded(call: Call, options: RunCallOptions): Promise<Response> {
  const { guard, faults, log } = options;
  const refused = await guard.judge(call.tool, call.args);
  if (refused) {
    log.warn('the guard refused a call', {
      call_id: call.id,
      tool: call.tool,
      reason: refused.message,
    });
    return refusal(call.id, 'blocked', refused.message);
  }
  if (call.changes) faults.reach('before_handler');
  const response = await execute(call, options);
  if (call.changes) faults.reach('after_handler');
  return response;
}
