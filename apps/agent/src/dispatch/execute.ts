import { errorText } from '../errors/error-code.js';
import { ToolFailure } from '../errors/tool-failure.js';
import { refusal, success, type Answer } from './answers.js';
import type { Call, Ending } from './call.js';
import type { HandlerContext, Handlers } from './handler.js';
import type { Run, RunCallOptions, Step } from './step.js';

/**
 * A handler that ignores its signal is abandoned after this. Less than the grace that the server adds
 * to the deadline, so that our answer is the one that counts.
 */
const ABANDON_MS = 4_000;

/** Fires the call's signal at its deadline; a handler that ignores it is abandoned. */
export function withinDeadline({ clock, log }: RunCallOptions): Step {
  return async (call, rest) => {
    const ended = new AbortController();
    const abandoned = new Promise<Answer>((resolve) => {
      const abandon = (): void => {
        if (!call.early) return;
        log.warn('a tool does not stop', { call_id: call.id, tool: call.tool });
        resolve(earlyAnswer(call, call.early.ending, call.early.detail));
      };
      const wait = (): void => {
        const timer = clock.setTimer(abandon, ABANDON_MS);
        ended.signal.addEventListener('abort', () => timer.cancel());
      };
      call.signal.addEventListener('abort', wait, { once: true, signal: ended.signal });
    });
    const deadline = clock.setTimer(() => call.end('deadline'), call.deadlineMs);
    try {
      return await Promise.race([rest(call), abandoned]);
    } finally {
      deadline.cancel();
      ended.abort();
    }
  };
}

/** Turns any outcome of the handler into an answer. */
export function handled({ handlers, log }: RunCallOptions): Run {
  return async (call) => {
    try {
      call.signal.throwIfAborted();
      return success(call.id, await invoke(call, handlers));
    } catch (error) {
      if (call.early) return earlyAnswer(call, call.early.ending, call.early.detail);
      if (error instanceof ToolFailure) return refusal(call.id, error.code, error.message);
      log.error('a tool failed', { call_id: call.id, tool: call.tool, error: errorText(error) });
      return refusal(call.id, 'internal', 'the tool failed on this PC; see the agent logs');
    }
  };
}

/** `Call.from` has validated the arguments against this tool's schema. */
type AnyHandler = (args: object, context: HandlerContext) => Promise<object>;

function invoke({ tool, args, signal, deadlineMs }: Call, handlers: Handlers): Promise<object> {
  const handler = handlers[tool];
  if (typeof handler !== 'function') throw new ToolFailure('unsupported', handler.unsupported);
  return (handler as AnyHandler)(args, { signal, deadlineMs });
}

export function earlyAnswer(call: Call, ending: Ending, detail: string): Answer {
  switch (ending) {
    case 'deadline':
      return refusal(call.id, 'timeout', `tool exceeded ${call.deadlineMs / 1000}s and was ended`);
    case 'cancelled':
      return refusal(call.id, 'exec_failed', 'cancelled');
    case 'switched_off':
      return refusal(call.id, 'disabled', `${detail}; the call was ended and may be partly done`);
    case 'disconnected':
      return refusal(call.id, 'internal', 'the connection ended before the answer');
    case 'stopping':
      return refusal(call.id, 'internal', 'interrupted: the agent was stopped while it ran');
  }
}
