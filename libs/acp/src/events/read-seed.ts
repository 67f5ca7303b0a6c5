import { isObject } from '@kenny/kernel';
import { ACP_LIMITS } from '../limits/limits.js';
import { defined, readId, type Reading } from '../limits/reading.js';
import type { AcpEventBody, ToolStatus } from './event.js';
import { unknown } from './read-v1.js';

type Fields = Readonly<Record<string, unknown>>;

const STATUSES: Readonly<Record<string, ToolStatus>> = {
  pending: 'pending',
  running: 'in_progress',
  in_progress: 'in_progress',
  complete: 'completed',
  completed: 'completed',
  success: 'completed',
  error: 'failed',
  failed: 'failed',
};

/**
 * Reads the `{type, data}` of a seed agent. Its tool calls have no id, so they get one: a call is
 * open from its first message to `complete` or `error`, and messages of its name between are its.
 */
export class SeedReader {
  /** The name of a tool → the id of its open call. */
  private readonly open = new Map<string, string>();
  private calls = 0;

  /** Never throws: what it does not know is `unknown`. */
  read(params: Fields, reading: Reading): AcpEventBody {
    const type = reading.name(params['type']) ?? '';
    const data = isObject(params['data']) ? params['data'] : {};
    switch (type) {
      case 'content':
      case 'thinking': {
        const text = reading.long(data['text'] ?? data['content']);
        if (text === undefined) return unknown(type, 'it has no text');
        return { kind: 'text', channel: type === 'content' ? 'message' : 'thought', text };
      }
      case 'toolCall':
        return this.readTool(data, reading);
      case 'complete':
        return defined({
          kind: 'result',
          // A `complete` that says nothing of success is one.
          status: data['success'] === false ? 'failed' : 'completed',
          summary: reading.long(data['summary']),
          artifacts: [],
        });
      case 'error':
        return defined({
          kind: 'error',
          message: reading.title(data['message'] ?? data['error']) ?? 'the agent told no reason',
          details: reading.long(data['details']),
        });
      case 'input_requested':
        return {
          kind: 'question',
          questionId: readId(data['prompt_id']) ?? '',
          text: reading.long(data['message']) ?? '',
          ...{ inputType: 'text', options: [], required: true },
        };
      default:
        return unknown(type, 'an update of this type is not known');
    }
  }

  private readTool(data: Fields, reading: Reading): AcpEventBody {
    const name = reading.name(data['toolName']);
    if (name === undefined) return unknown('toolCall', 'a tool has no name');
    const told = data['status'];
    const status =
      typeof told === 'string' && Object.hasOwn(STATUSES, told) ? STATUSES[told] : undefined;
    const { id, isNew } = this.callOf(name, status);
    return {
      kind: isNew ? 'tool_call' : 'tool_call_update',
      tool: defined({
        id,
        title: name,
        toolName: name,
        status,
        rawInput: reading.json(data['args']),
        rawOutput: reading.json(data['result']),
      }),
    };
  }

  private callOf(name: string, status: ToolStatus | undefined): { id: string; isNew: boolean } {
    const known = this.open.get(name);
    const id = known ?? `${name}#${(this.calls += 1)}`;
    if (status === 'completed' || status === 'failed') this.open.delete(name);
    else if (known === undefined) this.remember(name, id);
    return { id, isNew: known === undefined };
  }

  private remember(name: string, id: string): void {
    const [oldest] = this.open.keys();
    if (this.open.size >= ACP_LIMITS.rememberedCalls && oldest !== undefined)
      this.open.delete(oldest);
    this.open.set(name, id);
  }
}
