import { isObject } from '@kenny/kernel';
import { objectsIn, type Json } from './blocks.js';

const CALL_ID = /^[a-zA-Z0-9_-]+$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const LARGEST_PICTURE = 5 * 1024 * 1024;

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'citations'],
  image: ['source'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
  tool_use: ['id', 'name', 'input', 'caller'],
  tool_result: ['tool_use_id', 'content', 'is_error'],
};
const BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'tool_result'],
  assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
};
const IN_RESULT = ['text', 'image'];

/** What is wrong with the content of one message. */
export function contentFault({ role, content }: Json, at: string): string | undefined {
  if (typeof content === 'string') return textFault(content, at);
  if (!Array.isArray(content) || content.length === 0) {
    return `${at}: all messages must have non-empty content`;
  }
  return blocksFault(content, BY_ROLE[String(role)] ?? [], at);
}

function blocksFault(content: unknown[], types: readonly string[], at: string): string | undefined {
  for (const [index, block] of content.entries()) {
    const fault = isObject(block)
      ? blockFault(block, types, `${at}.content.${index}`)
      : `${at}.content.${index}: Input should be an object`;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function blockFault(block: Json, types: readonly string[], at: string): string | undefined {
  const type = String(block['type']);
  if (!types.includes(type)) return `${at}.type: ${type} is not allowed here`;
  const allowed = ['type', 'cache_control', ...(FIELDS[type] ?? [])];
  const extra = Object.keys(block).find((name) => !allowed.includes(name));
  if (extra !== undefined) return `${at}.${extra}: Extra inputs are not permitted`;
  switch (type) {
    case 'text':
      return textFault(block['text'], at);
    case 'image':
      return pictureFault(block['source'], at);
    case 'tool_use':
      return callFault(block, at);
    case 'tool_result':
      return resultFault(block, at);
    case 'thinking':
      return block['signature'] ? undefined : `${at}: Invalid \`signature\` in \`thinking\` block`;
    default:
      return undefined;
  }
}

function textFault(text: unknown, at: string): string | undefined {
  if (typeof text !== 'string') return `${at}.text: Field required`;
  return text.trim() === ''
    ? `${at}: text content blocks must contain non-whitespace text`
    : undefined;
}

function callFault({ id, name, input }: Json, at: string): string | undefined {
  if (typeof id !== 'string' || !CALL_ID.test(id)) return `${at}.id: String should match pattern`;
  if (typeof name !== 'string' || name === '') return `${at}.name: Field required`;
  return isObject(input) ? undefined : `${at}.input: Input should be a valid dictionary`;
}

function resultFault({ content, is_error: failed }: Json, at: string): string | undefined {
  if (failed !== undefined && typeof failed !== 'boolean')
    return `${at}.is_error: must be a boolean`;
  if (content === undefined || typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return `${at}.content: Input should be a list`;
  if (failed && objectsIn(content).some(({ type }) => type !== 'text')) {
    return `${at}: all content must be type "text" if "is_error" is true`;
  }
  return blocksFault(content, IN_RESULT, at);
}

/** How the base64 of each type of picture begins. */
const HEADS: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo',
  'image/jpeg': '/9j/',
  'image/gif': 'R0lGOD',
  'image/webp': 'UklGR',
};

function pictureFault(source: unknown, at: string): string | undefined {
  if (!isObject(source) || source['type'] !== 'base64') return `${at}.source: only base64 here`;
  const { media_type, data } = source;
  const head = HEADS[String(media_type)];
  if (head === undefined) return `${at}.source.media_type: not what the data is`;
  if (typeof data !== 'string' || data.length % 4 !== 0 || !BASE64.test(data)) {
    return `${at}.source.data: invalid base64 data`;
  }
  if (data.length > LARGEST_PICTURE) return `${at}.source: image exceeds 5 MB maximum`;
  return data.startsWith(head) ? undefined : `${at}.source: Could not process image`;
}
