import type { Rule } from '../rules/pattern.js';
import { POSIX_CHANGE_MARKS } from './posix-changes.js';
import { POSIX_CODE_MARKS } from './posix-code.js';
import { POWERSHELL_CHANGE_MARKS } from './powershell-changes.js';
import { POWERSHELL_CODE_MARKS } from './powershell-code.js';
import type { MarkGroup } from './mark-lines.js';

export { familiesOf } from './mark.js';

/** The marks as they are written; `npm run gen` builds their automata (ADR 0006). */
export const LOOK_TWICE_RULES: Readonly<Record<MarkGroup, readonly Rule[]>> = {
  powershell: [...POWERSHELL_CODE_MARKS, ...POWERSHELL_CHANGE_MARKS],
  posix: [...POSIX_CODE_MARKS, ...POSIX_CHANGE_MARKS],
};
