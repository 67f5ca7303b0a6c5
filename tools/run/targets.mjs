import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './steps.mjs';

const FOLDER = join(ROOT, '.test-results/targets');
/** A row is written by `target` of the end-to-end tests' harness. */
const ROWS = join(FOLDER, 'dashboard.jsonl');

export const forgetTargets = () => rmSync(FOLDER, { recursive: true, force: true });

/**
 * The figures that the end-to-end tests measured, in one table and as JSON beside it. Tests judge
 * them, this only prints.
 */
export function tellTargets() {
  if (!existsSync(ROWS)) return;
  const lines = readFileSync(ROWS, 'utf8').split('\n').filter(Boolean);
  const rows = lines.map((line) => JSON.parse(line)).map((row) => ({ ...row, met: isMet(row) }));
  writeFileSync(join(FOLDER, 'dashboard.json'), `${JSON.stringify(rows, null, 2)}\n`);
  console.log(`\nWhat the dashboard must show, as measured here:\n${table(rows)}\n`);
}

function isMet({ value, atMost = Infinity, atLeast = -Infinity }) {
  return value <= atMost && value >= atLeast;
}

/** Lines of equal columns: mark, what, measured, target, note. */
function table(rows) {
  const cells = rows.map(({ what, value, unit, atMost, atLeast, note = '', met }) => [
    met ? '✓' : '✗',
    what,
    `${round(value)} ${unit}`,
    atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`,
    note,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column].length)));
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const round = (value) => (value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);
