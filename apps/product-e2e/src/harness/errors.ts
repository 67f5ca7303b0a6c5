import { types } from 'node:util';

/** Node's own errors come from outside of Jest's realm: `instanceof Error` does not know them. */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value);
}

/** The system's code of an error: `ENOENT`, `ECONNREFUSED` … */
export function reasonOf(error: unknown): string | undefined {
  return isError(error) && 'code' in error ? String(error.code) : undefined;
}

/** What `fetch` throws when nobody answers, or the other side goes away. */
export function isBrokenConnection(error: unknown): boolean {
  return isError(error) && error.message === 'fetch failed';
}
