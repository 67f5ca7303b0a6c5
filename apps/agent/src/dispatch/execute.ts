import type { Clock, Timer } from '@kenny/contract/agent';
import type { HandlerContext, Handlers } from './handler.js';
import type { Logger } from '../logging/index.js';
import { errorText } from '../errors/error-code.js';
import { refusal, success, type Response } from './answers.js';
import type { Call, Ending } from './call.js';
import { ToolFailure } from '../errors/tool-failure.js';

export interface ExecuteOptions {
  handlers: Handlers;
  clock: Clock;
  log: Logger;
}

/**
 * A handler that does not react to its signal is left to itself after this. Less than the grace
 * that the server adds to the deadline, so that our answer is the one that counts.
 */
const ABANDON_MS = 4_000;

/** Runs the handler under the call's deadline. Never throws: whatever happens is an answer. */
export async function execute(call: Call, options: ExecuteOptions): Promise<Response> {
  const deadline = options.clock.setTimer(() => call.end('deadline'), call.deadlineMs);
  const outstayed = whenOutstayed(call, options);
  try {
    return await Promise.race([runHandler(call, options), outstayed.answer]);
  } finally {
    deadline.cancel();
    outstayed.cancel();
  }
}

async function runHandler(call: Call, { handlers, log }: ExecuteOptions): Promise<Response> {
  try {
    call.signal.throwIfAborted();
    return success(call.id, await invoke(call, handlers));
  } catch (error) {
    if (call.early) return earlyAnswer(call, call.early.ending, call.early.detail);
    if (error instanceof ToolFailure) return refusal(call.id, error.code, error.message);
    log.error('a tool failed', { call_id: call.id, tool: call.tool, error: errorText(error) });
    return refusal(call.id, 'internal', "the tool failed on this PC; the agent's log says why");
  }
}

/** `Call.from` has judged the arguments by the schema of exactly this tool. */
type AnyHandler = (args: object, context: HandlerContext) => Promise<object>;

function invoke({ tool, args, signal, deadlineMs }: Call, handlers: Handlers): Promise<object> {
  const handler = handlers[tool];
  if (typeof handler !== 'function') throw new ToolFailure('unsupported', handler.unsupported);
  return (handler as AnyHandler)(args, { signal, deadlineMs });
}

/** The answer for a handler that goes on after its end; none if it comes back in time. */
function whenOutstayed(
  call: Call,
  { clock, log }: ExecuteOptions,
): { answer: Promise<Response>; cancel: () => void } {
  let timer: Timer | undefined;
  let wait = (): void => undefined;
  const answer = new Promise<Response>((resolve) => {
    wait = () => {
      timer = clock.setTimer(() => {
        if (!call.early) return;
        log.warn('a tool does not stop', { call_id: call.id, tool: call.tool });
        resolve(earlyAnswer(call, call.early.ending, call.early.detail));
      }, ABANDON_MS);
    };
  });
  call.signal.addEventListener('abort', wait, { once: true });
  return {
    answer,
    cancel: () => {
      call.signal.removeEventListener('abort', wait);
      timer?.cancel();
    },
  };
}

export function earlyAnswer(call: Call, ending: Ending, detail: string): Response {
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
