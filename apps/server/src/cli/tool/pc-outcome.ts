import { EXIT_CODES, type ExitCode, type ToolResultView } from '@kenny/contract/client';
import type { Read } from '../approvals/await-outcome.js';
import { exitOfApproval } from '../approvals/states.js';

/** What came of it on one PC. */
export type PcOutcome =
  | { readonly kind: 'done'; readonly answer: ToolResultView }
  | ({ readonly kind: 'asked' } & Read)
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly exit: ExitCode;
    };

export interface PcRow {
  readonly agentId: string;
  readonly outcome: PcOutcome;
}

/** 0 when all went well, the code of all that did not when they have the same, otherwise 1. */
export function exitOfAll(rows: readonly PcRow[]): ExitCode {
  const codes = new Set(rows.map(({ outcome }) => exitOfOne(outcome)));
  codes.delete(EXIT_CODES.ok);
  const [only = EXIT_CODES.ok] = codes;
  return codes.size > 1 ? EXIT_CODES.failed : only;
}

function exitOfOne(outcome: PcOutcome): ExitCode {
  if (outcome.kind === 'failed') return outcome.exit;
  return outcome.kind === 'asked' ? exitOfApproval(outcome.approval) : EXIT_CODES.ok;
}

/** One line of JSON for a PC, as soon as it is known. */
export function forPrograms({ agentId: agent_id, outcome }: PcRow): object {
  switch (outcome.kind) {
    case 'done':
      return { agent_id, outcome: 'done', ...outcome.answer };
    case 'asked':
      return { agent_id, outcome: outcome.approval.state, approval: outcome.approval };
    case 'failed': {
      const { code, message } = outcome;
      return { agent_id, outcome: 'failed', error: { code, message } };
    }
  }
}
