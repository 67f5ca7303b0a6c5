import { cpus, totalmem } from 'node:os';

/** How results are shown: on the terminal, and in `docs/faults.md`. */

/**
 * @typedef {{ name: string, engine: string, seconds: number, rows: import('./rows.mjs').Row[] }} Result
 */

const HEAD = ['what', 'seen', 'bound', 'held'];
const BEGIN = '<!-- faults -->';
const END = '<!-- /faults -->';

export const verdictOf = ({ held, notTried }) => {
  if (notTried !== undefined) return `not tried: ${notTried}`;
  return held === undefined ? '–' : held ? 'held' : '**not held**';
};

/** @param {Result} result */
export function terminalTable({ name, engine, seconds, rows }) {
  const lines = rows.map((row) => [row.what, row.seen, row.bound, verdictOf(row)]);
  const widths = HEAD.map((_, i) => Math.max(...[HEAD, ...lines].map((cells) => cells[i].length)));
  const table = [HEAD, ...lines].map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]))
      .join('  ')
      .trimEnd(),
  );
  return [
    `${name} on ${engine}, ${Math.round(seconds)} s`,
    ...table.map((line) => `  ${line}`),
  ].join('\n');
}

/**
 * @param {readonly Result[]} results
 * @param {(name: string) => string} titleOf
 */
export function markdownTable(results, titleOf) {
  const lines = results.flatMap(({ name, engine, rows }) =>
    rows.map((row) => [
      ...[`\`${name}\``, engine, row.what, row.seen, row.bound || '–', verdictOf(row)],
    ]),
  );
  const heads = ['scenario', 'database', ...HEAD];
  const names = [...new Set(results.map(({ name }) => name))];
  return [
    ...names.map((name) => `- \`${name}\`: ${titleOf(name)}`),
    '',
    `| ${heads.join(' | ')} |`,
    `| ${heads.map(() => '---').join(' | ')} |`,
    ...lines.map((cells) => `| ${cells.map(escaped).join(' | ')} |`),
  ].join('\n');
}

/** What the figures of a run depend on, without naming the machine. */
export function circumstances({ quick, seconds }) {
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${process.platform} ${process.arch}, ${cpus().length} cores, ${memory} GiB, Node ${process.version}`,
    run: quick ? 'quick' : seconds === undefined ? 'whole' : 'of other lengths',
  };
}

/** @param {readonly (Result & { date: string, machine: string, run: string })[]} results */
export function machineTable(results) {
  const each = (/** @type {'date' | 'machine' | 'run'} */ fact) =>
    [...new Set(results.map((result) => result[fact]))].sort().join('; ');
  const rows = /** @type {const} */ (['date', 'machine', 'run']).map(
    (fact) => `| ${fact} | ${each(fact)} |`,
  );
  return ['| | |', '| --- | --- |', ...rows].join('\n');
}

/** The document with these tables between its marks. */
export function filled(document, ...parts) {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/faults.md has no ${BEGIN} … ${END}`);
  return [before, BEGIN, '\n\n', parts.join('\n\n'), '\n\n', END, after].join('');
}

/** @param {readonly Result[]} results */
export function summaryLine(results) {
  const rows = results.flatMap((result) => result.rows);
  const count = (fits) => rows.filter(fits).length;
  return (
    `faults: ${count(({ held }) => held === true)} held, ${count(({ held }) => held === false)} not held, ` +
    `${count(({ notTried }) => notTried !== undefined)} not tried`
  );
}

const escaped = (cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
