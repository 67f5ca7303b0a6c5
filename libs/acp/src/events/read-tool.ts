import { isObject } from '@kenny/kernel';
import { ACP_LIMITS } from '../limits/limits.js';
import { defined, readCount, readId, readWord, type Reading } from '../limits/reading.js';
import { TOOL_STATUSES, type ToolContent, type ToolFacts, type ToolLocation } from './event.js';

type Fields = Readonly<Record<string, unknown>>;

/** A tool call of v1, or an update of one; undefined without an id. */
export function readTool(value: unknown, reading: Reading): ToolFacts | undefined {
  if (!isObject(value)) return undefined;
  const id = readId(value['toolCallId']);
  if (id === undefined) return undefined;
  const { content, locations } = value;
  return defined({
    id,
    title: reading.title(value['title']),
    toolKind: reading.name(value['kind']),
    status: readWord(value['status'], TOOL_STATUSES),
    content: Array.isArray(content) ? readContents(content, reading) : undefined,
    locations: Array.isArray(locations) ? readLocations(locations, reading) : undefined,
    rawInput: reading.json(value['rawInput']),
    rawOutput: reading.json(value['rawOutput']),
    toolName: reading.name(toolNameIn(value['_meta'])),
  });
}

/** The Claude agent tells its tool's name apart from the title, which a model may have written. */
function toolNameIn(meta: unknown): unknown {
  const claude = isObject(meta) ? meta['claudeCode'] : undefined;
  return isObject(claude) ? claude['toolName'] : undefined;
}

/** Their texts share one limit. */
function readContents(list: readonly unknown[], reading: Reading): ToolContent[] {
  let left: number = ACP_LIMITS.toolCharacters;
  const text = (value: unknown): string | undefined => {
    const read = reading.text(value, Math.min(left, ACP_LIMITS.textCharacters));
    left -= read?.length ?? 0;
    return read;
  };
  return reading
    .list(list, ACP_LIMITS.toolContents)
    .flatMap((content) => (isObject(content) ? [readContent(content, reading, text)] : []));
}

type ReadText = (value: unknown) => string | undefined;

function readContent(content: Fields, reading: Reading, text: ReadText): ToolContent {
  switch (content['type']) {
    case 'content':
      return readBlock(content['content'], reading, text);
    case 'diff':
      return {
        type: 'diff',
        path: reading.path(content['path']) ?? '',
        oldText: text(content['oldText']) ?? null,
        newText: text(content['newText']) ?? '',
      };
    case 'terminal':
      return defined({
        type: 'terminal',
        terminalId: readId(content['terminalId']) ?? '',
        output: text(content['output']),
      });
    default:
      return { type: 'other', block: reading.name(content['type']) ?? '' };
  }
}

function readBlock(block: unknown, reading: Reading, text: ReadText): ToolContent {
  if (!isObject(block)) return { type: 'other', block: '' };
  const words = block['type'] === 'text' ? text(block['text']) : undefined;
  if (words !== undefined) return { type: 'text', text: words };
  const resource = isObject(block['resource']) ? block['resource'] : block;
  return defined({
    type: 'other',
    block: reading.name(block['type']) ?? '',
    uri: reading.path(resource['uri']),
    mimeType: reading.name(resource['mimeType']),
  });
}

function readLocations(list: readonly unknown[], reading: Reading): ToolLocation[] {
  return reading.list(list, ACP_LIMITS.locations).flatMap((location) => {
    const path = isObject(location) ? reading.path(location['path']) : undefined;
    if (!isObject(location) || path === undefined) return [];
    return [defined({ path, line: readCount(location['line']) })];
  });
}
