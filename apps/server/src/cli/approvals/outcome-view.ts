import { CLIENTS_WORD, isClientsWord, type ApprovalView } from '@kenny/contract/client';
import { plainOutput } from '@kenny/kernel';
import { hintOf } from '../errors.js';
import { look, say, Shown } from '../output/shown.js';
import { stateLine } from './states.js';

/** The outcome of a call. Output of the PC is escaped: a terminal never obeys it. */
export function outcomeLines(approval: ApprovalView): Shown[] {
  const { outcome, decisions, state } = approval;
  return [
    stateLine(approval),
    ...decisions.flatMap(decisionLine),
    // A denial's error only repeats the reason.
    ...(outcome?.error && state !== 'denied' ? errorLines(outcome.error, state) : []),
    ...(outcome?.result ? resultLines(outcome.result) : []),
  ];
}

function decisionLine({ decision, by, reason }: ApprovalView['decisions'][number]): Shown[] {
  if (isClientsWord(by)) {
    if (decision === 'cancel') return [];
    const { accepted, declined } = CLIENTS_WORD;
    return [
      say`  ${decision === 'deny' ? declined : `${accepted}; no person of kenny decided it`}`,
    ];
  }
  return decision === 'deny'
    ? [say`  ${by.name} denied it${reason === null ? '' : `: ${reason}`}`]
    : [];
}

function errorLines(
  { code, message }: { code: string; message: string },
  state: ApprovalView['state'],
): Shown[] {
  const hint = hintFor(code, state);
  return [
    say`  ${message} [${code}]`,
    ...(hint === undefined || message.includes(hint) ? [] : [say`  ${look(hint, 'dim')}`]),
  ];
}

/** No retry hint when the outcome is unknown: the state line has said what to do. */
function hintFor(code: string, state: ApprovalView['state']): string | undefined {
  if (state === 'unknown') return undefined;
  // A failure on the PC has no request id.
  return code === 'internal' ? "The agent's log on the PC says more." : hintOf(code);
}

export function resultLines(result: Readonly<Record<string, unknown>>): Shown[] {
  return Object.entries(result).flatMap(([name, value]) => {
    if (value === '' || value === undefined) return [];
    const label = look(Shown.text(name), 'dim');
    const text = typeof value === 'string' ? plainOutput(value) : JSON.stringify(value, null, 2);
    const lines = text.replace(/\n$/, '').split('\n');
    const shown = lines.map((line) => Shown.text(line, 'block'));
    const [only] = shown;
    if (shown.length === 1 && only) return [say`  ${label}: ${only}`];
    return [say`  ${label}:`, ...shown.map((line) => say`    ${line}`)];
  });
}
