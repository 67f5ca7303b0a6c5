import { isObject } from '@kenny/kernel';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';

/** What a client calls itself in a message, with its version; untrusted. Null where it does not say. */
export function clientName(body: unknown): string | null {
  for (const message of Array.isArray(body) ? body : [body]) {
    const params = childOf(message, 'params');
    // Older clients say it once, those of 2026-07-28 with every message.
    const info =
      childOf(params, 'clientInfo') ?? childOf(childOf(params, '_meta'), CLIENT_INFO_META_KEY);
    const words = [childOf(info, 'name'), childOf(info, 'version')].filter(isText);
    if (words.length > 0) return words.join(' ');
  }
  return null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function childOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
