import { isObject } from '@kenny/kernel';
import { blocksOf, isThought, objectsIn, ofType, type Json } from './blocks.js';
import { contentFault } from './content-rules.js';
import type { ServedAnswers } from './served-answers.js';
import { toolsFault } from './tool-rules.js';

/** The version that @anthropic-ai/sdk 1.x speaks; with it sampling parameters are refused. */
export const API_VERSION = '2026-10-21';

const KNOWN_FIELDS = new Set([
  ...['model', 'max_tokens', 'messages', 'system', 'tools', 'tool_choice', 'stream', 'thinking'],
  ...['metadata', 'stop_sequences', 'cache_control', 'output_config', 'service_tier'],
]);
const MOST_MARKS = 4;

/**
 * What the real Messages API would say to this request, where it would refuse it: in its words,
 * about. Undefined for a request that it takes.
 */
export function requestFault(body: unknown, served: ServedAnswers): string | undefined {
  if (!isObject(body)) return 'the body must be an object';
  const messages = objectsIn(body['messages']);
  return (
    fieldsFault(body) ??
    marksFault(body) ??
    toolsFault(body['tools']) ??
    rolesFault(messages, served) ??
    firstFault(messages, contentFault) ??
    callsFault(messages) ??
    thoughtsFault(messages, served)
  );
}

function fieldsFault(body: Json): string | undefined {
  for (const name of Object.keys(body)) {
    if (!KNOWN_FIELDS.has(name)) return `${name}: Extra inputs are not permitted`;
  }
  const { model, max_tokens, messages } = body;
  if (typeof model !== 'string' || model === '') return 'model: Field required';
  if (!Number.isInteger(max_tokens) || Number(max_tokens) < 1) return 'max_tokens: Field required';
  if (objectsIn(messages).length === 0) return 'messages: at least one message is required';
  return undefined;
}

function marksFault(body: Json): string | undefined {
  const blocks = [
    ...objectsIn(body['system']),
    ...objectsIn(body['tools']),
    ...objectsIn(body['messages']).flatMap((message) =>
      blocksOf(message).flatMap((block) => [block, ...objectsIn(block['content'])]),
    ),
  ];
  const marked = blocks.filter(({ cache_control: mark }) => mark !== undefined && mark !== null);
  if (marked.length > MOST_MARKS) {
    return `A maximum of ${MOST_MARKS} blocks with cache_control may be provided. Found ${marked.length}.`;
  }
  for (const block of marked) {
    const mark = block['cache_control'];
    if (!isObject(mark) || mark['type'] !== 'ephemeral')
      return 'cache_control.type: must be ephemeral';
    if (isThought(block)) return 'cache_control cannot be set for thinking blocks';
    if (block['text'] === '') return 'cache_control cannot be set for empty text blocks';
  }
  return undefined;
}

function rolesFault(messages: readonly Json[], served: ServedAnswers): string | undefined {
  for (const [index, { role }] of messages.entries()) {
    const expected = index % 2 === 0 ? 'user' : 'assistant';
    if (role !== expected) return `messages.${index}: roles must alternate, expected "${expected}"`;
  }
  const open = messages.length % 2 === 0;
  return open && served.lastStopReason !== 'pause_turn'
    ? 'This model does not support assistant message prefill. The conversation must end with a user message.'
    : undefined;
}

function firstFault(
  messages: readonly Json[],
  faultOf: (message: Json, at: string) => string | undefined,
): string | undefined {
  for (const [index, message] of messages.entries()) {
    const fault = faultOf(message, `messages.${index}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Every call is answered once, in the very next message, before anything else is said there. */
function callsFault(messages: readonly Json[]): string | undefined {
  const seen = new Set<unknown>();
  let open: unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message);
    const results = blocks.filter(ofType('tool_result')).map(({ tool_use_id: id }) => id);
    const missing = open.filter((id) => !results.includes(id));
    if (missing.length > 0) {
      return `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}`;
    }
    const orphan = results.find((id) => !open.includes(id));
    if (orphan !== undefined) {
      return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${JSON.stringify(orphan)}`;
    }
    if (new Set(results).size < results.length) {
      return `messages.${index}: each tool_use must have a single result`;
    }
    if (blocks.slice(0, results.length).some((block) => !ofType('tool_result')(block))) {
      return `messages.${index}: tool_result blocks must come first`;
    }
    open = blocks.filter(ofType('tool_use')).map(({ id }) => id);
    for (const id of open) {
      if (seen.has(id)) return `messages.${index}: \`tool_use\` ids must be unique`;
      seen.add(id);
    }
  }
  return open.length > 0 ? '`tool_use` ids were found without `tool_result` blocks' : undefined;
}

function thoughtsFault(messages: readonly Json[], served: ServedAnswers): string | undefined {
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message);
    const thoughts = blocks.filter(isThought);
    if (thoughts.some((thought) => !served.isMine(thought))) {
      return `messages.${index}: \`thinking\` or \`redacted_thinking\` blocks cannot be modified`;
    }
    for (const { id } of blocks.filter(ofType('tool_use'))) {
      const needed = served.thoughtsBefore(id);
      const there = thoughts.map((thought) => JSON.stringify(thought));
      if (needed.some((thought) => !there.includes(JSON.stringify(thought)))) {
        return `messages.${index}: Expected \`thinking\` blocks before \`tool_use\`, as they were in the original response`;
      }
    }
  }
  return undefined;
}
