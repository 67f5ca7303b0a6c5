export type CsvCell = string | number | boolean | null;

/** One row for a spreadsheet. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Escapes a cell against formula injection (leading blanks and full-width spellings included), and
 * replaces control characters, so that a row stays one line.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = value
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (char) =>
      char === '\t' ? ' ' : '\u2423',
    )
    .replaceAll('"', '""');
  return /^\s*[=+\-@|%＝＋－＠]/.test(text) ? `"'${text}"` : `"${text}"`;
}
