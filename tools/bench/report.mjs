/** How rows are shown: on the terminal, and in the document. */

/**
 * @typedef {import('./goals.mjs').Goal & {
 *   value?: number,
 *   bare?: number,
 *   ratio?: number,
 *   mustRatio?: number,
 *   verdict: keyof typeof VERDICTS,
 *   limit?: string,
 *   note?: string,
 * }} Row
 */

const VERDICTS = {
  shown: '–',
  aim: 'aim met',
  met: 'must met',
  ratio: 'must met as a ratio',
  missed: 'missed',
  failed: 'missed beyond 3×',
  skipped: 'not measured',
  broken: 'could not be measured',
};
const HEAD = ['row', 'kenny', 'must', 'aim', 'bare', 'ratio', 'must', 'verdict', 'limit'];

/** @param {{ rows: readonly Row[] }} result */
export function terminalTable({ rows }) {
  const lines = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const table = lines.map((cells) => cells.map((cell, i) => cell.padEnd(widths[i])).join('  '));
  const notes = rows.flatMap(({ title, note }) => (note ? [`  ${title}: ${note}`] : []));
  return [...table.map((line) => line.trimEnd()), '', ...notes].join('\n');
}

/** @param {{ rows: readonly Row[] }} result */
export function summaryLine({ rows }) {
  const count = (...verdicts) => rows.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const met = count('aim', 'met', 'ratio');
  return (
    `bench: ${met} of ${rows.length - count('shown')} musts met (${count('aim')} aims), ${count('missed')} missed, ` +
    `${count('failed')} missed beyond 3×, ${count('skipped', 'broken')} not measured`
  );
}

/**
 * The table of `docs/benchmarks.md`.
 * @param {{ rows: readonly Row[] }} result
 */
export function markdownTable({ rows }) {
  const lines = rows.map(cellsOf).map((cells) => `| ${cells.join(' | ')} |`);
  const notes = rows.flatMap(({ title, note }) => (note ? [`- ${title}: ${note}.`] : []));
  const head = ['row', 'kenny', 'must', 'aim', 'bare server', 'ratio', 'must as a ratio'];
  const heads = [...head, 'verdict', 'limit'];
  return [
    `| ${heads.join(' | ')} |`,
    `| ${heads.map(() => '---').join(' | ')} |`,
    ...lines,
    ...['', ...notes],
  ].join('\n');
}

/** @param {Record<string, unknown>} result - what `--json` has written */
export function machineTable({ date, node, platform, cores, memoryGiB, pinning, sizes, quick }) {
  const facts = {
    date,
    machine: `${platform}, ${cores} cores, ${memoryGiB} GiB, Node ${node}`,
    pinning,
    fleet: `${sizes.few} and ${sizes.many} fake agents, ${sizes.fleet} PCs for the fleet page`,
    ...(quick ? { run: 'quick: rough figures' } : {}),
  };
  const rows = Object.entries(facts).map(([name, fact]) => `| ${name} | ${fact} |`);
  return ['| | |', '| --- | --- |', ...rows].join('\n');
}

function cellsOf(row) {
  const { title, unit, better, must, aim, value, bare, ratio, mustRatio, verdict, limit } = row;
  const sign = better === 'less' ? '≤' : '≥';
  const shown = (number) => (number === undefined ? '–' : `${figure(number)} ${unit}`);
  const wanted = (number) => (number === undefined ? '–' : `${sign} ${shown(number)}`);
  return [
    ...[title, shown(value), wanted(must), wanted(aim), shown(bare)],
    ratio === undefined ? '–' : `${ratio.toFixed(2)}×`,
    mustRatio === undefined ? '–' : `${sign} ${mustRatio.toFixed(2)}×`,
    ...[VERDICTS[verdict], limit ?? '–'],
  ];
}

/** Three figures that count, and no more: the rest is noise. */
function figure(number) {
  if (Math.abs(number) >= 100) return Math.round(number).toLocaleString('en-GB');
  return String(Number(number.toPrecision(3)));
}
