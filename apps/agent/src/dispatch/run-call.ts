import { errorText } from '../errors/error-code.js';
import { refusal } from './answers.js';
import { handled, withinDeadline } from './execute.js';
import { journalled } from './journalled.js';
import type { Run, RunCallOptions, Step } from './step.js';

/** One call from its turn to its answer, in the order of ADR 0012. Never throws. */
export function callRunner(options: RunCallOptions): Run {
  const steps = [logged, journalled, switched, guarded, withinDeadline];
  return steps
    .map((step) => step(options))
    .reduceRight<Run>((rest, step) => (call) => step(call, rest), handled(options));
}

function logged({ clock, log }: RunCallOptions): Step {
  return async (call, rest) => {
    const began = clock.monotonic();
    const answer = await rest(call).catch((error: unknown) => {
      log.error('a call broke', { call_id: call.id, error: errorText(error) });
      const message = 'the call failed on this PC; see the agent logs';
      return refusal(call.id, 'internal', message);
    });
    const { ok, error } = answer.response;
    // Successful reads are many, and the server's audit log has them.
    const tell = call.changes || !ok ? log.info.bind(log) : log.debug.bind(log);
    tell('a call ended', {
      call_id: call.id,
      tool: call.tool,
      ok,
      code: error?.code,
      duration_ms: Math.round(clock.monotonic() - began),
    });
    return answer;
  };
}

function switched({ killSwitch }: RunCallOptions): Step {
  return async (call, rest) => {
    if (!call.changes) return rest(call);
    const state = await killSwitch.read();
    return state.enabled ? rest(call) : refusal(call.id, 'disabled', state.reason);
  };
}

function guarded({ guard, faults, log }: RunCallOptions): Step {
  return async (call, rest) => {
    const { id, tool } = call;
    const refused = await guard.judge(tool, call.args);
    if (refused) {
      log.warn('the guard refused a call', { call_id: id, tool, reason: refused.message });
      return refusal(id, 'blocked', refused.message);
    }
    if (call.changes) faults.reach('before_handler');
    const answer = await rest(call);
    if (call.changes) faults.reach('after_handler');
    return answer;
  };
}
