import { checkWith, type Issue } from './check-with.js';
import { wireValidators } from './generated/wire-validators.js';

export * from './check-with.js';

/**
 * Judges a value by its generated validator, e.g. `args:fs_list`, `frame:register`,
 * `section:disk`, `result:net_config`. Empty = valid. Defaults are filled in on the way, so pass a
 * value you own.
 */
export function check(name: string, value: unknown): Issue[] {
  return checkWith(wireValidators, name, value);
}
