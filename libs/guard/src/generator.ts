/** Entry of `npm run gen`: the rules as data, how they pack, and their automata as text. */
export { compileRules, sortRules } from './compile-rules.js';
export { determinize } from './engine/determinize.js';
export { familiesOf, LOOK_TWICE_RULES } from './marks/index.js';
export { BUILT_IN_RULES, neighboursOf } from './rules/index.js';
export { UPDATE_HOSTS } from './rules/update-host.js';
export { packNumbers, unpackNumbers } from './tables/table-text.js';
export { writeTables } from './tables/write-tables.js';
