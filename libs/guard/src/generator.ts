/** Entry of `npm run gen`: the rules as data and what it takes to find out how they pack. */
export { sortRules } from './compiled-rules.js';
export { determinize } from './engine/determinize.js';
export { PATH_RULES } from './rules/path.js';
export { POSIX_RULES } from './rules/posix.js';
export { POWERSHELL_RULES } from './rules/powershell.js';
export { SELF_PROTECTION_RULES } from './rules/self-protection.js';
export { UPDATE_HOSTS } from './rules/update-host.js';
