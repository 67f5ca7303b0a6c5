import { errorCode, errorText } from './error-code.js';

/** A probe failed. The message is one line for the operator: what was read, and why that failed. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by the agent',
  EPERM: 'may not be read by the agent',
  EISDIR: 'is a folder',
};

/** `/proc/meminfo may not be read by the agent`: the reason of an unreadable section. */
export function cannotRead(path: string, error: unknown): Unreadable {
  if (error instanceof Unreadable) return error;
  const code = errorCode(error);
  const words = code === undefined ? undefined : WORDS[code];
  return new Unreadable(`${path} ${words ?? `cannot be read (${code ?? errorText(error)})`}`);
}
