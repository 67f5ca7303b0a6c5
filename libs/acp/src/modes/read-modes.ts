import { isObject } from '@kenny/kernel';
import { ACP_LIMITS } from '../limits/limits.js';
import { defined, readId, type Reading } from '../limits/reading.js';
import type { ConfigOption, SessionMode, SessionModes } from './mode.js';

/** `modes` of a session's answer; undefined when there are none that can be chosen. */
export function readModes(value: unknown, reading: Reading): SessionModes | undefined {
  if (!isObject(value)) return undefined;
  const currentModeId = readId(value['currentModeId']);
  if (currentModeId === undefined) return undefined;
  const available = reading
    .list(value['availableModes'], ACP_LIMITS.modes)
    .flatMap((mode) => readMode(mode, reading));
  return { currentModeId, available };
}

function readMode(value: unknown, reading: Reading): SessionMode[] {
  const id = isObject(value) ? readId(value['id']) : undefined;
  if (!isObject(value) || id === undefined) return [];
  return [{ id, name: reading.name(value['name']) ?? id }];
}

export function readConfigOptions(value: unknown, reading: Reading): ConfigOption[] {
  return reading
    .list(value, ACP_LIMITS.modes)
    .flatMap((option) => readConfigOption(option, reading));
}

function readConfigOption(value: unknown, reading: Reading): ConfigOption[] {
  const id = isObject(value) ? readId(value['id']) : undefined;
  if (!isObject(value) || id === undefined) return [];
  const { type, currentValue } = value;
  return [
    defined({
      id,
      name: reading.name(value['name']) ?? id,
      category: reading.name(value['category']),
      type: type === 'select' || type === 'boolean' ? type : ('other' as const),
      currentValue:
        typeof currentValue === 'boolean' ? currentValue : (readId(currentValue) ?? null),
      values: readValues(value['options'], reading),
    }),
  ];
}

/** Values, or groups of values. */
function readValues(options: unknown, reading: Reading): ConfigOption['values'] {
  const entries = reading
    .list(options, ACP_LIMITS.modes)
    .flatMap((option) =>
      isObject(option) && Array.isArray(option['options'])
        ? reading.list(option['options'], ACP_LIMITS.modes)
        : [option],
    );
  return reading.list(entries, ACP_LIMITS.modes).flatMap((entry) => {
    const value = isObject(entry) ? readId(entry['value']) : undefined;
    if (!isObject(entry) || value === undefined) return [];
    return [{ value, name: reading.name(entry['name']) ?? value }];
  });
}
