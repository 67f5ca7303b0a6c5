import type { Os } from '@kenny/contract/agent';
import { builtInRules } from '../built-in.js';
import { ALLOWED, refuse, type Verdict } from '../verdict.js';
import { spell, systemOf } from './spelling.js';

/**
 * Judges a path by its spelling alone: nothing is looked up, so it runs on the server too. What the
 * path leads to is judged by `resolveSafely` (`@kenny/guard/fs`).
 * @param os the PC's system; without it the path's own shape decides
 */
export function judgePath(path: string, os: Os = systemOf(path)): Verdict {
  const spelling = spell(path, os);
  if (!('path' in spelling)) return refuse(spelling);
  const rule = builtInRules('path').find(spelling.path);
  return rule ? refuse(rule) : ALLOWED;
}
