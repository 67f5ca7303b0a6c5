import type { ApprovalAnswer, ToolResultView } from '@kenny/contract';
import type { ServerResponse } from 'node:http';
import type { CallOutcome, RefusedError } from '../../../dispatch/index.js';
import { KennyError } from '../../../kernel/index.js';

/**
 * 200 with the result of a read, 202 with the approval that a change waits for.
 * @throws KennyError for a refused call
 */
export function callAnswer(
  outcome: CallOutcome,
  response: ServerResponse,
): ToolResultView | ApprovalAnswer {
  switch (outcome.kind) {
    case 'refused':
      throw toKennyError(outcome.call_id, outcome.error);
    case 'approval':
      response.statusCode = 202;
      return { approval: outcome.approval };
    case 'result':
      response.statusCode = 200;
      return { call_id: outcome.call_id, result: outcome.result };
  }
}

function toKennyError(
  call_id: string,
  { code, message, details, from_agent }: RefusedError,
): KennyError {
  return new KennyError(code, message, { ...details, call_id }, from_agent ?? false);
}
