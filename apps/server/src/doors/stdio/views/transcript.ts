import type { PictureRef, ToolResult, TurnError } from '@kenny/session';
import type { HistoryEntry } from '../../../chat/index.js';
import { toolResult, type ToldCall } from './tool-view.js';

export type Message = Record<string, unknown>;

/** Base64 of a picture; undefined for one that is not shown. */
export type DataOf = (id: string) => string | undefined;

/** Entries of one conversation, in their order, as normalised messages (seed 004). */
export class TranscriptView {
  /** Results do not repeat what was asked. */
  private readonly calls = new Map<string, ToldCall>();

  messagesOf({ content }: Pick<HistoryEntry, 'content'>, dataOf: DataOf): Message[] {
    switch (content.role) {
      case 'user': {
        const { text, images = [] } = content;
        const pictures = images.map((image) => picturePart(image, dataOf));
        return [{ role: 'user', content: [...textParts(text), ...pictures] }];
      }
      case 'assistant': {
        const { thinking, text, calls } = content;
        for (const { tool_call_id: id, tool, args } of calls) {
          this.calls.set(id, { id, tool, args, agentId: null });
        }
        const thoughts = thinking.map((one) => ({ type: 'thinking', thinking: one }));
        const asked = calls.map(({ tool_call_id: id, tool: name, args }) => ({
          ...{ type: 'toolCall', id, name, arguments: { ...args } },
        }));
        return [{ role: 'assistant', content: [...thoughts, ...textParts(text), ...asked] }];
      }
      case 'tools':
        return content.results.map((result) => this.resultMessage(result));
      case 'compaction': {
        const { summary, tokens_before: tokensBefore } = content;
        return [{ role: 'compactionSummary', summary, tokensBefore }];
      }
    }
  }

  private resultMessage({ tool_call_id: id, tool, outcome }: ToolResult): Message {
    const { args } = this.calls.get(id) ?? { args: {} };
    const call = { id, tool, args, agentId: outcome.agent_id };
    const { toolCallId, toolName, result } = toolResult(call, outcome);
    const { content, isError, images } = result;
    return {
      ...{ role: 'toolResult', toolCallId, toolName, isError },
      content: [{ type: 'text', text: content }, ...images],
    };
  }
}

/** How a turn broke off: no entry says it. */
export function failureMessage({ message }: TurnError): Message {
  return { role: 'assistant', content: [], errorMessage: message };
}

function textParts(text: string): Message[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function picturePart({ id, mime_type: mimeType, name }: PictureRef, dataOf: DataOf): Message {
  const data = dataOf(id);
  if (data === undefined) return { type: 'text', text: `[${mimeType}: too much to show]` };
  return { type: 'image', data, mimeType, ...(name === null ? {} : { alt: name }) };
}
