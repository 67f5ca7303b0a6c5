import { cell, columnsOf, look, say, Shown, type Printable } from './shown.js';

export type Row = readonly (Printable | null)[];

const GAP = '  ';
/** Narrower columns are useless: let the line wrap instead. */
const NARROWEST = 12;

/**
 * An aligned table. With `width` (a terminal's) the last column is cut to fit; without, nothing is,
 * so that programs get everything.
 */
export function table(heads: readonly string[], rows: readonly Row[], width?: number): Shown[] {
  const body = rows.map((row) => heads.map((_, at) => cell(row[at] ?? null)));
  const widths = heads.map((head, at) =>
    Math.max(columnsOf(head), ...body.map((row) => columnsOf(row[at]?.plain ?? ''))),
  );
  const lines = [heads.map((head) => look(head.toUpperCase(), 'dim')), ...body];
  const room = width === undefined ? undefined : roomForLast(widths, width);
  return lines.map((cells) => line(cells, widths, room));
}

/** Aligned names and values, as in `asked by   Claude`. */
export function facts(rows: readonly (readonly [string, Printable | null])[]): Shown[] {
  const widest = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.flatMap(([name, value]) =>
    value === null ? [] : [say`  ${look(name.padEnd(widest), 'dim')}  ${value}`],
  );
}

function roomForLast(widths: readonly number[], width: number): number | undefined {
  const before = widths.slice(0, -1).reduce((sum, own) => sum + own + GAP.length, 0);
  const room = width - before;
  return room < NARROWEST ? undefined : room;
}

function line(cells: readonly Shown[], widths: readonly number[], room: number | undefined): Shown {
  const last = cells.length - 1;
  return Shown.join(
    cells.flatMap((content, at) => {
      if (at === last) return [room === undefined ? content : content.clip(room)];
      const blanks = (widths[at] ?? 0) - columnsOf(content.plain);
      return [content, say`${' '.repeat(blanks)}${GAP}`];
    }),
  );
}
