import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The figures that the end-to-end tests measured, in one table at the end of their run and as JSON
 * beside it. A row is written by `target` of the harness; tests judge it, this only prints.
 */
export default class TargetsReporter {
  constructor(globalConfig, { folder }) {
    this.folder = join(globalConfig.rootDir, folder);
    this.rows = join(this.folder, 'dashboard.jsonl');
  }

  onRunStart() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  onRunComplete() {
    if (!existsSync(this.rows)) return;
    const lines = readFileSync(this.rows, 'utf8').split('\n').filter(Boolean);
    const rows = lines.map((line) => JSON.parse(line)).map((row) => ({ ...row, met: isMet(row) }));
    writeFileSync(join(this.folder, 'dashboard.json'), `${JSON.stringify(rows, null, 2)}\n`);
    process.stdout.write(`\nWhat the dashboard must show, as measured here:\n${table(rows)}\n`);
  }
}

function isMet({ value, atMost = Infinity, atLeast = -Infinity }) {
  return value <= atMost && value >= atLeast;
}

/** @returns lines of equal columns: mark, what, measured, target, note */
export function table(rows) {
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
