import type { AcpEvent, Channel, ToolContent, ToolFacts } from '@kenny/acp';
import type { AcpUpdate, TaskEventData, TaskEventType } from '@kenny/contract';
import { isObject } from '@kenny/kernel';

/** A type and what it holds, for the log. */
export type Told = {
  [T in TaskEventType]: { readonly type: T; readonly data: TaskEventData[T] };
}[TaskEventType];

const CHUNKS: Readonly<Record<Channel, string>> = {
  message: 'agent_message_chunk',
  thought: 'agent_thought_chunk',
  user: 'user_message_chunk',
};
const STATUSES = ['started', 'running', 'paused', 'stopped'] as const;

/**
 * How an event of an agent is kept: an update of ACP v1 as it came, those of other dialects in its
 * shape. Null for what only says that it lives, and for what the end of the turn tells.
 */
export function toldOf(event: AcpEvent): Told | null {
  const own = !event.rawCut ? updateIn(event.raw) : null;
  if (own) return update(own);
  switch (event.kind) {
    case 'text': {
      const { channel, text, messageId } = event;
      return update({
        sessionUpdate: CHUNKS[channel],
        content: { type: 'text', text },
        ...(messageId === undefined ? {} : { messageId }),
      });
    }
    case 'attachment': {
      const { channel, type, name, uri, mimeType } = event;
      return update({ sessionUpdate: CHUNKS[channel], content: { type, name, uri, mimeType } });
    }
    case 'tool_call':
    case 'tool_call_update':
      return update({ sessionUpdate: event.kind, ...toolOf(event.tool) });
    case 'plan':
      return update({ sessionUpdate: 'plan', entries: event.entries });
    case 'usage': {
      const { used, size, cost } = event;
      return update({ sessionUpdate: 'usage_update', used, size, ...(cost ? { cost } : {}) });
    }
    case 'commands':
      return update({
        sessionUpdate: 'available_commands_update',
        availableCommands: event.commands,
      });
    case 'mode':
      return update({ sessionUpdate: 'current_mode_update', currentModeId: event.modeId });
    case 'config':
      return update({ sessionUpdate: 'config_option_update', configOptions: event.options });
    case 'session_info': {
      const { title, updatedAt } = event;
      return update({ sessionUpdate: 'session_info_update', title, updatedAt });
    }
    case 'unknown':
      return update({ sessionUpdate: event.type || 'unknown', why: event.why, raw: event.raw });
    default:
      return wordsOf(event);
  }
}

type Words = Extract<
  AcpEvent,
  { kind: 'progress' | 'log' | 'status' | 'result' | 'error' | 'question' | 'heartbeat' }
>;

function wordsOf(event: Words): Told | null {
  switch (event.kind) {
    case 'progress': {
      const { percent, message, stage, currentFile, filesProcessed, totalFiles } = event;
      const data = {
        ...{ progress: percent ?? 0, message },
        ...(stage === undefined ? {} : { stage }),
        ...(currentFile === undefined ? {} : { current_file: currentFile }),
        ...(filesProcessed === undefined ? {} : { files_processed: filesProcessed }),
        ...(totalFiles === undefined ? {} : { total_files: totalFiles }),
      };
      return { type: 'progress', data };
    }
    case 'log': {
      const { level, message, source, dropped } = event;
      const metadata = { source, ...(dropped === undefined ? {} : { dropped }) };
      return { type: 'log', data: { level, message, metadata } };
    }
    case 'status': {
      const { message } = event;
      const status = STATUSES.find((one) => one === event.status);
      const said = message === undefined ? {} : { message };
      if (status) return { type: 'status', data: { status, ...said } };
      return { type: 'log', data: { level: 'info', message: message ?? event.status } };
    }
    case 'error': {
      const { message, details, file } = event;
      const more = {
        ...(details === undefined ? {} : { details }),
        ...(file === undefined ? {} : { file }),
      };
      return { type: 'error', data: { code: 'agent_failed', message, ...more } };
    }
    case 'result':
    case 'question':
    case 'heartbeat':
      return null;
  }
}

function update(data: AcpUpdate): Told {
  return { type: 'update', data };
}

function updateIn(raw: unknown): AcpUpdate | null {
  if (!isObject(raw)) return null;
  return isUpdate(raw) ? raw : null;
}

function isUpdate(raw: object): raw is AcpUpdate {
  return 'sessionUpdate' in raw && typeof raw.sessionUpdate === 'string';
}

function toolOf({ id, toolKind, content, toolName, ...same }: ToolFacts): Record<string, unknown> {
  return {
    toolCallId: id,
    ...(toolKind === undefined ? {} : { kind: toolKind }),
    ...(toolName === undefined ? {} : { toolName }),
    ...same,
    ...(content === undefined ? {} : { content: content.map(contentOf) }),
  };
}

/** As ACP v1 writes it. */
function contentOf(one: ToolContent): unknown {
  if (one.type === 'text') return { type: 'content', content: { type: 'text', text: one.text } };
  if (one.type !== 'other') return one;
  const { block, uri, mimeType } = one;
  return { type: 'content', content: { type: block, uri, mimeType } };
}
