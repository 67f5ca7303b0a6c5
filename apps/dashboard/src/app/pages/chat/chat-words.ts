import type { ApprovalView, ChatCost, ChatState } from '@kenny/contract/web';
import { argumentTexts } from '../../core/approvals/argument-texts';
import { money, quantity } from '../../core/facts/quantity';
import { labelOf } from '../../core/facts/units';
import type { ShownCall } from '../../core/chat/shown-turn';

/** State of a conversation; empty when idle. */
export const CHAT_STATE_WORDS: Readonly<Record<ChatState, string>> = {
  idle: '',
  running: 'running',
  waiting: 'waiting for you',
};

const ENDS = {
  ok: 'Done',
  error: 'Failed',
  denied: 'Denied',
  expired: 'Expired',
  pending: 'Running',
} as const;

/** How a call stands, in a word. */
export function callWord({ status, durationMs, approvalId, question }: ShownCall): string {
  if (durationMs !== null) return ENDS[status];
  if (question) return 'Asking you';
  return approvalId === null ? ENDS.pending : 'Waiting for approval';
}

/** Nothing takes no time at all. */
const LEAST_S = 0.1;

/** `0.4 s`, `12 s`, `3 min`. */
export function durationWords(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${Math.max(LEAST_S, seconds).toFixed(1)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

const COUNTED: readonly (readonly [name: string, words: string])[] = [
  ['input_tokens', 'in'],
  ['cache_creation_input_tokens', 'cached'],
  ['cache_read_input_tokens', 'from cache'],
  ['output_tokens', 'out'],
];

/** `Tokens: 1,204 in · 96 out · ≈ €0.01`, as the model counted, and the server's prices say. */
export function usageWords(usage: Readonly<Record<string, number>>, cost?: ChatCost): string {
  const said = COUNTED.flatMap(([name, words]) => {
    const count = usage[name] ?? 0;
    return count === 0 ? [] : [`${quantity(count, 'count')} ${words}`];
  });
  if (said.length === 0) return '';
  return [`Tokens: ${said.join(' · ')}`, ...(cost ? [costWords(cost)] : [])].join(' · ');
}

export function costWords({ amount, currency }: ChatCost): string {
  return money(amount, currency);
}

/** The argument that names it. */
const PC: keyof ApprovalView = 'agent_id';

export interface NamedText {
  readonly name: string;
  /** As on the sheet of a request. */
  readonly label: string;
  readonly text: string;
}

/** What a call was given, in the words of that sheet; its PC stands beside it already. */
export function namedTexts({ args, agentId }: Pick<ShownCall, 'args' | 'agentId'>): NamedText[] {
  return argumentTexts(args)
    .filter(({ name, text }) => name !== PC || text !== agentId)
    .map(({ name, text }) => ({ name, label: labelOf(name), text }));
}
