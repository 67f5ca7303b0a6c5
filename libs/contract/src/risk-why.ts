import { TOOL_RISKS } from './generated/sentences.js';
import type { ApprovalView } from './http/approval.js';
import { runsScript } from './plain-commands.js';
import { RISK_WORDS } from './http/vocabulary.js';

type Weighed = Pick<ApprovalView, 'tool' | 'kind' | 'risk' | 'fix'> & {
  readonly look_twice: readonly unknown[];
};

/**
 * Why a request is as risky as it is; null for a read, and where nobody knows.
 * @see ratedRisk
 */
export function riskWhy({ tool, kind, risk, look_twice, fix }: Weighed): string | null {
  if (kind === 'read') return null;
  if (look_twice.length > 0) return 'something in it needs a second look';
  if (fix !== undefined && runsScript(tool)) {
    return risk === 'high' ? 'it may lose something' : 'it changes the PC, but deletes nothing';
  }
  return (Object.hasOwn(TOOL_RISKS, tool) ? TOOL_RISKS[tool] : undefined) ?? null;
}

/** `Medium risk: deletes files for good`. */
export function riskInWords(request: Weighed): string {
  const why = riskWhy(request);
  return `${RISK_WORDS[request.risk]}${why === null ? '' : `: ${why}`}`;
}
