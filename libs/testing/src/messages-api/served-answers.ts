import { isObject } from '@kenny/kernel';
import { isThought, type Json } from './blocks.js';

/** An answer that was given out, put together from its events as a client has to. */
export interface ServedAnswer {
  readonly content: readonly Json[];
  readonly stopReason: unknown;
}

/** What this service has said so far: thoughts must come back as they were given out. */
export class ServedAnswers {
  readonly all: ServedAnswer[] = [];
  private readonly thoughts = new Set<string>();
  private readonly byCall = new Map<string, ServedAnswer>();

  add(answer: ServedAnswer): void {
    this.all.push(answer);
    for (const block of answer.content) {
      if (isThought(block)) this.thoughts.add(JSON.stringify(block));
      if (typeof block['id'] === 'string') this.byCall.set(block['id'], answer);
    }
  }

  isMine(thought: Json): boolean {
    return this.thoughts.has(JSON.stringify(thought));
  }

  /** What was thought before a call, but for what was cut off unsigned; none for calls of others. */
  thoughtsBefore(callId: unknown): Json[] {
    const content = typeof callId === 'string' ? this.byCall.get(callId)?.content : undefined;
    if (!content) return [];
    const call = content.findIndex(({ id }) => id === callId);
    return content.slice(0, call).filter((block) => isThought(block) && block['signature'] !== '');
  }

  get lastStopReason(): unknown {
    return this.all.at(-1)?.stopReason;
  }
}

/** Undefined when the stream did not come to its end. */
export function answerIn(stream: string): ServedAnswer | undefined {
  const content: Record<string, unknown>[] = [];
  const inputs = new Map<number, string>();
  let stopReason: unknown = null;
  for (const event of eventsIn(stream)) {
    const index = Number(event['index'] ?? 0);
    const delta = isObject(event['delta']) ? event['delta'] : {};
    if (event['type'] === 'content_block_start' && isObject(event['content_block'])) {
      content[index] = { ...event['content_block'] };
    } else if (event['type'] === 'content_block_delta') {
      grow(content[index] ?? {}, delta, (json) =>
        inputs.set(index, (inputs.get(index) ?? '') + json),
      );
    } else if (event['type'] === 'message_delta') {
      stopReason = delta['stop_reason'] ?? null;
    } else if (event['type'] === 'message_stop') {
      for (const [at, json] of inputs) (content[at] ?? {})['input'] = inputOf(json);
      return { content, stopReason };
    }
  }
  return undefined;
}

/** A stream may be made to end with half a call on purpose. */
function inputOf(json: string): unknown {
  try {
    return JSON.parse(json === '' ? '{}' : json);
  } catch {
    return json;
  }
}

function grow(block: Record<string, unknown>, delta: Json, input: (json: string) => void): void {
  if (delta['type'] === 'input_json_delta') input(String(delta['partial_json']));
  if (delta['type'] === 'signature_delta') block['signature'] = delta['signature'];
  for (const name of ['text', 'thinking']) {
    if (delta['type'] !== `${name}_delta`) continue;
    const before = block[name];
    block[name] = `${typeof before === 'string' ? before : ''}${String(delta[name])}`;
  }
}

function eventsIn(stream: string): Json[] {
  return stream.split('\n').flatMap((line) => {
    if (!line.startsWith('data: ')) return [];
    const event: unknown = JSON.parse(line.slice('data: '.length));
    return isObject(event) ? [event] : [];
  });
}
