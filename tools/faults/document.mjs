import { format } from 'prettier';
import { filled, machineTable, markdownTable } from './report.mjs';
import { SCENARIOS } from './scenarios.mjs';

const STYLE = /** @type {const} */ ({ parser: 'markdown', printWidth: 100, singleQuote: true });

/**
 * The text of `docs/faults.md` with the tables of these results.
 * @param {string} text
 * @param {any[]} results - what `docs/faults.json` holds
 */
export function documentOf(text, results) {
  const titleOf = (/** @type {string} */ name) => SCENARIOS[name]?.title ?? name;
  return format(filled(text, machineTable(results), markdownTable(results, titleOf)), STYLE);
}
