import { rules, type Rule } from './pattern.js';
import { PROTECTED_PATHS } from './protected-paths.js';

/** Paths that no `fs_*` tool may touch, as rules. */
export const PATH_RULES: readonly Rule[] = rules(
  'path',
  PROTECTED_PATHS.map(({ id, reason, patterns }) => [id, reason, patterns]),
);
