import { isObject } from '@kenny/kernel';
import type { TurnUsage } from './turn-end.js';
import type { PromptAnswer } from './turn-machine.js';

const LONGEST_REASON = 100;

/** What an agent's answer to a prompt says. */
export function readPromptAnswer(result: unknown): PromptAnswer {
  if (!isObject(result)) return {};
  const { stopReason, accepted, usage } = result;
  const read = readUsage(usage);
  return {
    ...(typeof stopReason === 'string' ? { stopReason: stopReason.slice(0, LONGEST_REASON) } : {}),
    ...(accepted === true ? { accepted } : {}),
    ...(read ? { usage: read } : {}),
  };
}

function readUsage(usage: unknown): TurnUsage | undefined {
  if (!isObject(usage)) return undefined;
  const counts = Object.entries({
    inputTokens: usage['inputTokens'],
    outputTokens: usage['outputTokens'],
    totalTokens: usage['totalTokens'],
  }).filter(([, count]) => typeof count === 'number' && count >= 0 && Number.isFinite(count));
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
}
