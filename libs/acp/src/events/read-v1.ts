import { isObject } from '@kenny/kernel';
import { ACP_LIMITS } from '../limits/limits.js';
import { defined, readCount, readId, readWord, type Reading } from '../limits/reading.js';
import { hasWideMode, isWideMode } from '../modes/choose-mode.js';
import { readConfigOptions } from '../modes/read-modes.js';
import type { AcpEventBody, Channel, PlanEntry, UnknownEvent, UsageEvent } from './event.js';
import { readTool } from './read-tool.js';

type Fields = Readonly<Record<string, unknown>>;
const STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** The `update` of a `session/update` in v1. Never throws: what it does not know is `unknown`. */
export function readV1Update(update: Fields, reading: Reading): AcpEventBody {
  const type = reading.name(update['sessionUpdate']) ?? '';
  switch (type) {
    case 'agent_message_chunk':
      return readChunk(update, 'message', reading);
    case 'agent_thought_chunk':
      return readChunk(update, 'thought', reading);
    case 'user_message_chunk':
      return readChunk(update, 'user', reading);
    case 'tool_call':
    case 'tool_call_update': {
      const tool = readTool(update, reading);
      return tool ? { kind: type, tool } : unknown(type, 'a tool call has no id');
    }
    case 'plan':
      return readPlan(update, reading);
    case 'usage_update':
      return readUsage(update, reading);
    case 'available_commands_update':
      return readCommands(update, reading);
    case 'current_mode_update': {
      const modeId = readId(update['currentModeId']);
      if (modeId === undefined) return unknown(type, 'a mode has no id');
      return { kind: 'mode', modeId, wide: isWideMode({ id: modeId, name: modeId }) };
    }
    case 'config_option_update': {
      const options = readConfigOptions(update['configOptions'], reading);
      return { kind: 'config', options, wide: hasWideMode(options) };
    }
    case 'session_info_update':
      return defined({
        kind: 'session_info',
        title: update['title'] === null ? null : reading.title(update['title']),
        updatedAt: update['updatedAt'] === null ? null : reading.name(update['updatedAt']),
      });
    default:
      return unknown(type, 'an update of this type is not known');
  }
}

export const unknown = (type: string, why: string): UnknownEvent => ({
  kind: 'unknown',
  type,
  why,
});

function readChunk(update: Fields, channel: Channel, reading: Reading): AcpEventBody {
  const { content } = update;
  const messageId = readId(update['messageId']);
  const text =
    typeof content === 'string'
      ? content
      : isObject(content) && content['type'] === 'text'
        ? content['text']
        : undefined;
  const read = reading.long(text);
  if (read !== undefined) return defined({ kind: 'text', channel, text: read, messageId });
  if (!isObject(content) || content['type'] === 'text') {
    return unknown(reading.name(update['sessionUpdate']) ?? '', 'it has no content');
  }
  const resource = isObject(content['resource']) ? content['resource'] : content;
  return defined({
    kind: 'attachment',
    channel,
    type: reading.name(content['type']) ?? '',
    name: reading.name(content['name']),
    uri: reading.path(resource['uri']),
    mimeType: reading.name(resource['mimeType']),
    messageId,
  });
}

function readPlan(update: Fields, reading: Reading): AcpEventBody {
  const list = update['entries'];
  if (!Array.isArray(list)) return unknown('plan', 'a plan has no list of entries');
  const entries = reading
    .list(list, ACP_LIMITS.planEntries)
    .flatMap((entry) => readPlanEntry(entry, reading));
  return { kind: 'plan', entries };
}

function readPlanEntry(entry: unknown, reading: Reading): PlanEntry[] {
  const content = isObject(entry) ? reading.title(entry['content']) : undefined;
  if (!isObject(entry) || content === undefined) return [];
  const priority = reading.name(entry['priority']) ?? 'medium';
  return [{ content, priority, status: readWord(entry['status'], STATUSES) ?? 'pending' }];
}

function readUsage(update: Fields, reading: Reading): AcpEventBody {
  const used = readCount(update['used']);
  const size = readCount(update['size']);
  if (used === undefined || size === undefined) return unknown('usage_update', 'it has no numbers');
  return defined({ kind: 'usage', used, size, cost: readCost(update['cost'], reading) });
}

function readCost(cost: unknown, reading: Reading): UsageEvent['cost'] {
  if (!isObject(cost)) return undefined;
  const amount = readCount(cost['amount']);
  const currency = reading.name(cost['currency']);
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}

function readCommands(update: Fields, reading: Reading): AcpEventBody {
  const commands = reading
    .list(update['availableCommands'], ACP_LIMITS.commands)
    .flatMap((command) => {
      const name = isObject(command) ? reading.name(command['name']) : undefined;
      if (!isObject(command) || name === undefined) return [];
      const { input } = command;
      return [
        defined({
          name,
          description: reading.title(command['description']) ?? '',
          hint: isObject(input) ? reading.title(input['hint']) : undefined,
        }),
      ];
    });
  return { kind: 'commands', commands };
}
