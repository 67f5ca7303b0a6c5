import { isObject } from '@kenny/kernel';
import type { ToolFacts } from '../events/event.js';
import { readTool } from '../events/read-tool.js';
import { ACP_LIMITS } from '../limits/limits.js';
import { readId, readWord, type Reading } from '../limits/reading.js';
import type { OptionKind, PermissionOption } from './ask.js';

const KINDS = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

/** Undefined when the request names no call. */
export function readAskedTool(params: object, reading: Reading): ToolFacts | undefined {
  return readTool(Reflect.get(params, 'toolCall'), reading);
}

/** Options without an id are left out, and so are all with an id that stands for two kinds. */
export function readOptions(value: unknown, reading: Reading): PermissionOption[] {
  const options = reading
    .list(value, ACP_LIMITS.permissionOptions)
    .flatMap((option) => readOption(option, reading));
  const kinds = new Map<string, OptionKind>();
  const ambiguous = new Set<string>();
  for (const { optionId, kind } of options) {
    if (kinds.has(optionId) && kinds.get(optionId) !== kind) ambiguous.add(optionId);
    kinds.set(optionId, kind);
  }
  return options.filter(({ optionId }) => !ambiguous.has(optionId));
}

function readOption(value: unknown, reading: Reading): PermissionOption[] {
  const optionId = isObject(value) ? readId(value['optionId']) : undefined;
  if (!isObject(value) || optionId === undefined) return [];
  const kind = readWord(value['kind'], KINDS) ?? 'other';
  return [{ optionId, name: reading.title(value['name']) ?? optionId, kind }];
}
