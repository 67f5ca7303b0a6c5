import type Anthropic from '@anthropic-ai/sdk';
import type { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream';
import { type Clock, isObject } from '@kenny/kernel';
import type { BrainVoice } from '@kenny/session';
import { MODEL_LIMITS } from '../limits.js';
import { Silence } from './silence.js';

/** A whole answer of the model. */
export interface Answer {
  readonly message: Anthropic.Message;
  /** Ids of calls whose arguments are not the JSON of an object: the SDK would mend them. */
  readonly garbled: ReadonlySet<string>;
}

/**
 * Asks once, and tells the answer while it comes.
 * @throws what the SDK throws, also when the answer broke off; SilentService when nothing comes
 */
export async function readAnswer(
  client: Anthropic,
  request: Anthropic.MessageCreateParamsNonStreaming,
  voice: BrainVoice,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Answer> {
  const silence = new Silence(clock, MODEL_LIMITS.silentMs);
  const ended = AbortSignal.any([signal, silence.signal]);
  try {
    return await heard(client.messages.stream(request, { signal: ended, maxRetries: 0 }), {
      voice,
      silence,
    });
  } catch (error) {
    if (!signal.aborted) silence.signal.throwIfAborted();
    throw error;
  } finally {
    silence.over();
  }
}

async function heard(
  stream: MessageStream,
  { voice, silence }: { readonly voice: BrainVoice; readonly silence: Silence },
): Promise<Answer> {
  const inputs = new ToolInputs();
  stream.on('text', (text) => voice.delta({ kind: 'assistant', text }));
  stream.on('thinking', (text) => voice.delta({ kind: 'reasoning', text }));
  stream.on('streamEvent', (event) => {
    silence.heard();
    inputs.hear(event);
  });
  const message = await stream.finalMessage();
  return { message, garbled: inputs.garbled(message) };
}

/** Arguments of calls as they were written, to be read without mercy. */
class ToolInputs {
  private readonly texts = new Map<number, string>();

  hear(event: Anthropic.MessageStreamEvent): void {
    if (event.type !== 'content_block_delta' || event.delta.type !== 'input_json_delta') return;
    const { index, delta } = event;
    this.texts.set(index, (this.texts.get(index) ?? '') + delta.partial_json);
  }

  garbled({ content }: Anthropic.Message): Set<string> {
    return new Set(
      content.flatMap((block, index) =>
        block.type === 'tool_use' && !isObjectText(this.texts.get(index) ?? '') ? [block.id] : [],
      ),
    );
  }
}

/** Nothing at all is what a call without arguments may say. */
function isObjectText(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
