import { isObject } from '@kenny/kernel';

/** JSON of a request or an answer, as it came: unknown until it is checked. */
export type Json = Readonly<Record<string, unknown>>;

export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The blocks of a message; a text on its own is one block. */
export function blocksOf({ content }: Json): Json[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsIn(content);
}

export const ofType = (type: string) => (block: Json) => block['type'] === type;

export const isThought = ({ type }: Json): boolean =>
  type === 'thinking' || type === 'redacted_thinking';
