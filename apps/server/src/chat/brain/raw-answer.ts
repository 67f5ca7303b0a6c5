import type Anthropic from '@anthropic-ai/sdk';
import type { Entry, EntryContent } from '@kenny/session';
import { isObject } from '@kenny/kernel';

export type AssistantEntry = Extract<EntryContent, { role: 'assistant' }>;

/** An answer of the model as it is kept: its content goes back byte for byte (D8). */
export interface RawAnswer {
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: string;
  readonly stop_reason: string | null;
  readonly content: readonly Anthropic.ContentBlockParam[];
}

/**
 * The blocks of an answer that go back to the API: all that it gave, without those that it does not
 * take again, which are blank texts and thoughts that were cut off before they were signed.
 */
export function echoOf(entry: AssistantEntry): Anthropic.ContentBlockParam[] {
  const raw = rawOf(entry.raw);
  if (!raw) return fromParts(entry);
  return raw.content.filter(isTakenAgain).map(readable);
}

function isTakenAgain(block: Anthropic.ContentBlockParam): boolean {
  if (block.type === 'text') return block.text.trim() !== '';
  return block.type !== 'thinking' || block.signature !== '';
}

/** Arguments that are no object were never run; the API wants one all the same. */
function readable(block: Anthropic.ContentBlockParam): Anthropic.ContentBlockParam {
  if (block.type !== 'tool_use') return block;
  const { input } = block;
  const fits = isObject(input);
  return fits ? block : { ...block, input: {} };
}

/** What the model thought before it answered, as far as its service shows it. */
export function thinkingIn(raw: unknown): string[] {
  const blocks = rawOf(raw)?.content ?? [];
  return blocks.flatMap((block) =>
    block.type === 'thinking' && block.thinking !== '' ? [block.thinking] : [],
  );
}

export function wasRefused({ content }: Entry): boolean {
  return content.role === 'assistant' && rawOf(content.raw)?.stop_reason === 'refusal';
}

/** It was stored by this program, maybe for another brain. */
function rawOf(raw: unknown): RawAnswer | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { type, content } = raw as Partial<RawAnswer>;
  return type === 'message' && Array.isArray(content) ? (raw as RawAnswer) : undefined;
}

function fromParts({ text, calls }: AssistantEntry): Anthropic.ContentBlockParam[] {
  return [
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ tool_call_id: id, tool: name, args: input }) => ({
      ...{ type: 'tool_use' as const, id, name, input },
    })),
  ];
}
