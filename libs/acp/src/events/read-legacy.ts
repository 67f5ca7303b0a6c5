import { isObject } from '@kenny/kernel';
import { ACP_LIMITS } from '../limits/limits.js';
import {
  defined,
  readCount,
  readId,
  readNumber,
  readWord,
  type Reading,
} from '../limits/reading.js';
import type { AcpEventBody, ResultEvent } from './event.js';
import { unknown } from './read-v1.js';

type Fields = Readonly<Record<string, unknown>>;

/** Lines with one of these, and without JSON-RPC, make an agent a legacy one. */
export const LEGACY_TYPES: ReadonlySet<string> = new Set([
  ...['progress', 'log', 'result', 'error', 'status', 'heartbeat'],
  ...['thinking', 'input_required', 'session_info'],
]);
const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const RESULTS = ['completed', 'failed', 'cancelled'] as const;

/** A line of a legacy agent. Never throws: what it does not know is `unknown`. */
export function readLegacyLine(line: Fields, reading: Reading): AcpEventBody {
  const type = reading.name(line['type']) ?? '';
  const data = isObject(line['data']) ? line['data'] : {};
  switch (type) {
    case 'progress':
      return readProgress(data, reading);
    case 'log':
      return {
        kind: 'log',
        level: readWord(data['level'], LEVELS) ?? 'info',
        message: reading.long(data['message']) ?? '',
        source: 'agent',
      };
    case 'thinking': {
      const text = reading.long(data['content'] ?? data['text']) ?? '';
      return { kind: 'text', channel: 'thought', text };
    }
    case 'result':
      return readResult(data, reading);
    case 'error':
      return defined({
        kind: 'error',
        message: reading.title(data['error'] ?? data['message']) ?? 'the agent told no reason',
        details: reading.long(data['details']),
        file: reading.path(data['file']),
      });
    case 'status':
      return defined({
        kind: 'status',
        status: reading.name(data['status']) ?? '',
        message: reading.title(data['message']),
      });
    case 'heartbeat':
      return { kind: 'heartbeat' };
    case 'input_required':
      return readQuestion(data, reading);
    case 'session_info':
      return defined({ kind: 'session_info', agentSessionId: readId(data['session_id']) });
    default:
      return unknown(type, 'a line of this type is not known');
  }
}

function readProgress(data: Fields, reading: Reading): AcpEventBody {
  const percent = readNumber(data['progress']);
  return defined({
    kind: 'progress',
    percent: percent === undefined ? undefined : Math.min(100, Math.max(0, percent)),
    message: reading.title(data['message']) ?? '',
    stage: reading.name(data['stage']),
    currentFile: reading.path(data['current_file']),
    filesProcessed: readCount(data['files_processed']),
    totalFiles: readCount(data['total_files']),
  });
}

function readResult(data: Fields, reading: Reading): ResultEvent {
  const artifacts = reading.list(data['artifacts'], ACP_LIMITS.artifacts).flatMap((artifact) => {
    const path = isObject(artifact) ? reading.path(artifact['path']) : undefined;
    if (!isObject(artifact) || path === undefined) return [];
    const type = reading.name(artifact['type']) ?? '';
    return [defined({ type, path, url: reading.path(artifact['url']) })];
  });
  return defined({
    kind: 'result',
    // A word that is not known is no success.
    status:
      readWord(data['status'], RESULTS) ?? (data['status'] === undefined ? 'completed' : 'failed'),
    summary: reading.long(data['summary']),
    artifacts,
  });
}

function readQuestion(data: Fields, reading: Reading): AcpEventBody {
  const options = reading.list(data['options'], ACP_LIMITS.permissionOptions).flatMap((option) => {
    const text = isObject(option) ? (option['label'] ?? option['value']) : option;
    return reading.title(text) ?? [];
  });
  return {
    kind: 'question',
    questionId: readId(data['prompt_id']) ?? '',
    text: reading.long(data['prompt']) ?? '',
    inputType: reading.name(data['input_type']) ?? 'text',
    options,
    required: data['required'] !== false,
  };
}
