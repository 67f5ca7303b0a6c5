/** Reading what an agent sent, of which nothing is trusted to be there. */

/** A text, or none. */
export const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The text of a content block; others have none. */
export const textOf = (content: unknown): string => wordsOf(fieldOf(content, 'text'));
