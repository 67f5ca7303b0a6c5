import { isObject } from '@kenny/kernel';
import type { Handle } from './handles.js';

type HandleOf = (conversation: unknown) => Handle | undefined;

/** An answer of the server with handles in the fields that the table of methods names. */
export function withHandles<T extends object>(
  answer: T,
  fields: readonly string[],
  handleOf: HandleOf,
): T {
  return fields.reduce<unknown>(
    (shown, field) => withHandle(shown, field.split('.'), handleOf),
    answer,
  ) as T;
}

/** `session.id` is below `session`; `events[].sessionId` is in each of a list. */
function withHandle(value: unknown, path: readonly string[], handleOf: HandleOf): unknown {
  const [step = '', ...rest] = path;
  const name = step.replace('[]', '');
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const inner = value[name];
  if (rest.length === 0) return { ...value, ...shownBy(handleOf(inner), name) };
  const shown = (one: unknown): unknown => withHandle(one, rest, handleOf);
  return { ...value, [name]: Array.isArray(inner) ? inner.map(shown) : shown(inner) };
}

/** Whoever has an `id` is a session, which is in the handle's folder too. */
function shownBy(handle: Handle | undefined, name: string): object {
  if (!handle) return {};
  const { id, root } = handle;
  return name === 'id' ? { id, workspaceRoot: root, cwd: root } : { [name]: id };
}
