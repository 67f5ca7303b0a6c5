/** Reading what an agent sent, of which nothing is trusted to be there. */

export const words = (value: unknown): string => (typeof value === 'string' ? value : '');

export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The text of a content block; other blocks have none. */
export const textOf = (content: unknown): string => words(fieldOf(content, 'text'));
