import type { Json } from './blocks.js';

/** One call of a tool in an answer. */
export interface AskedCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: Json;
}

/** An answer of the model, streamed by the mock. */
export interface SaidAnswer {
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  /** Thoughts that nobody can read; they come back as they are all the same. */
  readonly redacted?: readonly string[];
  readonly calls?: readonly AskedCall[];
  /** Without it, what fits: `tool_use` or `end_turn`. */
  readonly stop?: string;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  /** The connection is lost after so many events. */
  readonly breakAfter?: number;
  /** Characters of one delta. */
  readonly chunkSize?: number;
  /** Between deltas, as a real one writes. */
  readonly pauseMs?: number;
}

/** What the endpoint for models lists; the rest of each is as the real one has it. */
export type ListedModel = { readonly id: string } & Json;

/** The service fails. */
export interface FailedAnswer {
  readonly status: number;
  readonly error: { readonly type: string; readonly message: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** Events as they are given, for what the mock cannot say. */
export interface RawEvents {
  readonly events: readonly Json[];
  /** What becomes of the connection then. */
  readonly then: 'end' | 'break' | 'hang';
}

export type ModelAnswer = SaidAnswer | FailedAnswer | RawEvents;

/** Which requests an answer is for; all that is given must fit. */
export interface Asked {
  /** Part of the last thing that the user said. */
  readonly userMessage?: string;
  /** Whether the request brings results of tools. */
  readonly hasToolResult?: boolean;
  /** Part of the newest result. */
  readonly toolResultContains?: string;
  /** The call that the newest result answers. */
  readonly toolCallId?: string;
}

/** A request as it came. */
export interface ModelRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The very bytes, as text. */
  readonly text: string;
  readonly body: Json;
}

/** A whole answer as its events, for `RawEvents`. */
export function eventsOf(
  content: readonly Json[],
  { stop = 'end_turn', usage = {} }: { stop?: string | null; usage?: Json } = {},
): Json[] {
  const blocks = content.flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: startOf(block) },
    ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
  const counted = { input_tokens: 10, output_tokens: 1, ...usage };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'a-model' };
  return [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage: counted },
    },
    ...blocks,
    {
      type: 'message_delta',
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: counted.output_tokens },
    },
    { type: 'message_stop' },
  ];
}

function startOf(block: Json): Json {
  switch (block['type']) {
    case 'text':
      return { ...block, text: '' };
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'tool_use':
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltasOf({ type, text, thinking, signature, input }: Json): Json[] {
  switch (type) {
    case 'text':
      return [{ type: 'text_delta', text }];
    case 'thinking':
      return [
        { type: 'thinking_delta', thinking },
        ...(signature === '' ? [] : [{ type: 'signature_delta', signature }]),
      ];
    case 'tool_use':
      // A text is the arguments as they were written, be they JSON or not.
      return [
        {
          type: 'input_json_delta',
          partial_json: typeof input === 'string' ? input : JSON.stringify(input),
        },
      ];
    default:
      return [];
  }
}
