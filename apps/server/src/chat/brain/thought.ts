import type Anthropic from '@anthropic-ai/sdk';
import { type ModelFault } from '@kenny/contract';
import type { Thought, ToolUse } from '@kenny/session';
import { wordsFor } from './faults.js';
import type { RawAnswer } from './raw-answer.js';
import type { Answer } from './read-answer.js';

/** An answer of the model as the engine takes it. */
export function thoughtOf({ message, garbled }: Answer): Thought {
  const { model, content, stop_reason, usage } = message;
  const raw: RawAnswer = { type: 'message', role: 'assistant', model, stop_reason, content };
  const calls = content.flatMap((block) => (block.type === 'tool_use' ? [useOf(block)] : []));
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
  const counts = countsOf(usage);
  const context_tokens = Object.values(counts).reduce((all, count) => all + count, 0);
  const stop = garbled.size > 0 ? early('model_garbled') : stopOf(message, calls);
  return { raw, text, calls, stop, usage: counts, context_tokens };
}

function useOf({ id, name, input }: Anthropic.ToolUseBlock): ToolUse {
  const args = typeof input === 'object' && input !== null ? { ...input } : {};
  return { tool_call_id: id, tool: name, args };
}

function stopOf(
  { stop_reason, stop_details }: Anthropic.Message,
  calls: unknown[],
): Thought['stop'] {
  switch (stop_reason) {
    case 'tool_use':
    case 'end_turn':
    case 'stop_sequence':
      return calls.length > 0 ? 'tools' : 'end';
    case 'pause_turn':
      return 'more';
    case 'max_tokens':
      return early('model_cut_off');
    case 'model_context_window_exceeded':
      return early('model_context_full');
    case 'refusal':
      return early('model_refused', stop_details?.category);
    default:
      return early('model_garbled', `it stopped because of ${String(stop_reason)}`);
  }
}

function early(fault: ModelFault, more?: string | null): Thought['stop'] {
  return { early: { code: fault, message: wordsFor(fault, more) } };
}

/** Tokens, with those that the API's cache saved or took. */
function countsOf(usage: Anthropic.Usage): Record<string, number> {
  return Object.fromEntries(COUNTED.map((name) => [name, usage[name] ?? 0]));
}

const COUNTED = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const;
