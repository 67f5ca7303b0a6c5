import { isObject } from '@kenny/kernel';

/** `code` of an error of Node, such as ENOENT; empty for others. */
export function errorCode(error: unknown): string {
  return textOf(error, 'code');
}

export function messageOf(error: unknown): string {
  return textOf(error, 'message') || String(error);
}

function textOf(error: unknown, name: string): string {
  const text = isObject(error) ? error[name] : undefined;
  return typeof text === 'string' ? text : '';
}
