import { isObject } from '@kenny/kernel';

/** What a model said in one round, as normalised parts: thinking first, then text, calls last. */
export function partsOf(message: unknown, text: unknown): Record<string, unknown>[] {
  const content: unknown = isObject(message) ? message['content'] : undefined;
  const blocks = Array.isArray(content) ? (content as unknown[]).filter(isObject) : [];
  const ofType = (type: string) => blocks.filter((block) => block['type'] === type);
  const thoughts = ofType('thinking').map(({ thinking }) => ({ type: 'thinking', thinking }));
  const texts = ofType('text').map((block) => ({ type: 'text', text: block['text'] }));
  const calls = ofType('tool_use').map(({ id, name, input }) => ({
    ...{ type: 'toolCall', id, name, arguments: isObject(input) ? input : {} },
  }));
  const said = texts.length === 0 && typeof text === 'string' && text !== '';
  return [...thoughts, ...(said ? [{ type: 'text', text }] : texts), ...calls];
}
