/** One row of a table printed by winget. */
export interface WingetRow {
  name: string;
  id: string;
  version: string;
  /** Null: nothing newer. */
  available: string | null;
}

/** Names of winget's sources, to tell that column from a version. */
const SOURCES = new Set(['winget', 'msstore', 'winget-font']);
/** More rows than any real PC has. */
const MOST_ROWS = 10_000;
/** More sentences than winget writes right below a table. */
const MOST_SENTENCES = 4;

/**
 * Parses winget's table by column positions, whose order is the same in every language: name, id,
 * version, then the newer version and the source, if any. Undefined when there is no table. Wide
 * characters (Chinese) take two positions.
 */
export function parseWingetTable(output: string): WingetRow[] | undefined {
  const lines = output.split(/\r?\n/).map(lastDrawn);
  const rule = lines.findIndex((line) => /^-{10,}\s*$/.test(line));
  const after = rule < 1 ? [] : lines.slice(rule + 1, rule + 1 + MOST_ROWS);
  // A blank line ends the table; sentences and a second table (pinned programs) follow.
  const end = after.findIndex((line) => line.trim() === '');
  const body = end < 0 ? after : after.slice(0, end);
  const table = rule < 1 ? undefined : tableOf(wordStarts(lines[rule - 1] ?? ''), body);
  if (!table) return undefined;
  const { columns, rows } = table;
  const newer = columnOfNewer(columns, rows);
  return rows.map(([name = '', id = '', version = '', ...rest]) => ({
    name,
    id,
    version,
    available: (newer === undefined ? undefined : rest[newer]) || null,
  }));
}

interface Table {
  readonly columns: number;
  readonly rows: readonly string[][];
}

/**
 * Sentences may follow the rows at once, and say nothing about the columns: of the ways to leave out
 * the last lines, the one that reads the most rows and then columns is right.
 */
function tableOf(words: readonly number[], body: readonly string[]): Table | undefined {
  let best: Table | undefined;
  for (let left = 0; left <= Math.min(MOST_SENTENCES, body.length); left += 1) {
    const lines = body.slice(0, body.length - left);
    const starts = words.filter((start, index) => index === 0 || isColumn(start, lines));
    if (starts.length < 3 || starts.length > 5) continue;
    const rows = lines
      .filter((line) => !crosses(line, starts))
      .map((line) => cut(line, starts))
      .filter(isRow);
    const more = rows.length - (best?.rows.length ?? 0) || starts.length - (best?.columns ?? 0);
    if (!best || more > 0) best = { columns: starts.length, rows };
  }
  return best;
}

/** A sentence runs across the id's column or the version's. */
function crosses(line: string, starts: readonly number[]): boolean {
  return starts.slice(1, 3).some((start) => lettersAt(line, start)[0] !== ' ');
}

/** Progress bars redraw themselves with carriage returns; the last version is the line. */
function lastDrawn(line: string): string {
  return line.split('\r').at(-1) ?? '';
}

/** Sentences after the table (`3 upgrades available.`) have no id in the id column. */
function isRow([name = '', id = '', version = '']: readonly string[]): boolean {
  return name !== '' && id !== '' && !/\s/.test(id) && version !== '';
}

/** With four columns, the last is the source if all its values name one. */
function columnOfNewer(columns: number, rows: readonly string[][]): number | undefined {
  if (columns === 5) return 0;
  if (columns < 4) return undefined;
  const said = rows.flatMap((cells) => cells[3] || []);
  return said.every((word) => SOURCES.has(word)) ? undefined : 0;
}

/** Whether cells begin there. Some titles are two words, the second in the middle of cells. */
function isColumn(start: number, body: readonly string[]): boolean {
  let [begun, crossed] = [0, 0];
  for (const line of body) {
    const [before, first] = lettersAt(line, start);
    if (before !== ' ') crossed += 1;
    else if (first !== ' ') begun += 1;
  }
  return begun > 0 && begun >= crossed;
}

/** The letters that end and begin there; spaces where the line has none. */
function lettersAt(line: string, start: number): [string, string] {
  let place = 0;
  let before = ' ';
  for (const letter of line) {
    if (place >= start) return [before, letter];
    before = letter;
    place += widthOf(letter);
  }
  return [place < start ? ' ' : before, ' '];
}

/** Start positions of the header's words. */
function wordStarts(headline: string): number[] {
  const starts: number[] = [];
  let place = 0;
  let inWord = false;
  for (const letter of headline) {
    if (letter !== ' ' && !inWord) starts.push(place);
    inWord = letter !== ' ';
    place += widthOf(letter);
  }
  return starts;
}

function cut(line: string, starts: readonly number[]): string[] {
  const cells = starts.map(() => '');
  let place = 0;
  for (const letter of line) {
    const column = starts.findLastIndex((start) => start <= place);
    if (column >= 0) cells[column] += letter;
    place += widthOf(letter);
  }
  return cells.map((cell) => cell.trim());
}

/** East Asian wide and full-width characters (UAX #11) take two positions on a console. */
function widthOf(letter: string): number {
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
    letter,
  ) || /\p{Extended_Pictographic}/u.test(letter)
    ? 2
    : 1;
}
