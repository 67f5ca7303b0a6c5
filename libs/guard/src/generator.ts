/** Entry of `npm run gen`: the rules as data, how they pack, and their automata as text. */
export { packNumbers } from '@kenny/linear-match';
export { determinize, statesOf } from '@kenny/linear-match/compile';
export { compileRules, sortRules } from './compile-rules.js';
export { familiesOf, LOOK_TWICE_RULES } from './marks/index.js';
export { BUILT_IN_RULES, neighboursOf } from './rules/index.js';
export { UPDATE_HOSTS } from './rules/update-host.js';
export { writeTables } from './tables/write-tables.js';
