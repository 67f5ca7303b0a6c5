import { cutToFit } from '../model-tools/index.js';

/**
 * The same value with about so many characters of JSON at most; what is missing is marked. A value
 * that fits comes back as it is.
 */
export function cutResult(value: unknown, characters: number): unknown {
  return JSON.stringify(value)?.length > characters ? cutToFit(value, characters) : value;
}
