import type { ApprovalView, CatalogTool } from '@kenny/contract/web';
import { csvLine, plainOutput, visibleText, type CsvCell } from '@kenny/kernel';
import { STATE_WORDS } from '../../core/approvals/call-words';
import { compareFacts, type Fact, type NamedFact } from '../../core/facts/fact';
import { wordsIn } from '../pc/tools/tool-result';
import type { Stage } from './tool-runs';

/** More of them are in the result itself. */
const MOST_COLUMNS = 4;
/** Characters of a cell. */
const CELL_LENGTH = 120;
/** So many say more than their number. */
const FEW_ENTRIES = 3;
/** Lines that are shown of those with the words somebody looks for. */
const SHOWN_LINES = 3;
const NOTHING: Fact = { kind: 'nothing' };

/** What is known of the call on one PC. */
export interface PcRun {
  readonly id: string;
  readonly name: string;
  readonly stage: Stage;
  readonly approval: ApprovalView | undefined;
}

/** A row as it is drawn. */
export interface SideRow {
  readonly run: PcRun;
  readonly outcome: string;
  /** Why not, in somebody else's words or ours. */
  readonly note: string | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  /** By the column's title. */
  readonly cells: ReadonlyMap<string, Fact>;
  /** Everything it says, line by line: what somebody looks for is found in it. */
  readonly lines: readonly string[];
}

export type SideSort = 'pc' | 'outcome' | { readonly column: string };

type Table = Extract<Fact, { kind: 'table' }>;

/** A row for each of them, in their order. */
export function sideRows(runs: readonly PcRun[], tool: CatalogTool | undefined): SideRow[] {
  const results = runs.map((run) => {
    const result = resultOf(run);
    const fact = result ? wordsIn(result, tool) : null;
    return { run, result, entries: fact?.kind === 'record' ? fact.entries : [] };
  });
  // Where one of them has more to say, all keep the one column.
  const isShort = results.every(
    ({ result, entries }) => result === null || shortTable(entries) !== undefined,
  );
  return results.map(({ run, result, entries }) => {
    const table = isShort ? shortTable(entries) : undefined;
    return {
      ...{ run, result, outcome: outcomeOf(run), note: noteOf(run) },
      cells: table
        ? columnCells(table)
        : new Map(entries.map(({ label, fact: one }) => [label, inShort(one)])),
      lines: entries.flatMap(({ fact: one }) => linesOf(one)),
    };
  });
}

/** The one table that a result consists of, if it has a few rows. */
function shortTable([only, ...more]: readonly NamedFact[]): Table | undefined {
  if (only?.fact.kind !== 'table' || more.length > 0) return undefined;
  return only.fact.rows.length <= FEW_ENTRIES ? only.fact : undefined;
}

/** Its columns as those of the row; of several rows the values of each. */
function columnCells({ columns, rows }: Table): Map<string, Fact> {
  return new Map(
    columns.map((title, at): [string, Fact] => {
      const facts = rows.map((row) => row[at] ?? NOTHING);
      if (facts.length === 1) return [title, inShort(facts[0] ?? NOTHING)];
      const text = facts.map((fact) => linesOf(fact).join(' ') || '–').join('; ');
      return [title, { kind: 'text', text: firstLine(text), look: 'line' }];
    }),
  );
}

/** Titles of the columns: what the results have to say, in the order in which they say it. */
export function columnsOf(rows: readonly SideRow[]): string[] {
  const said = rows.flatMap(({ cells }) => [...cells].filter(([, { kind }]) => kind !== 'nothing'));
  return [...new Set(said.map(([label]) => label))].slice(0, MOST_COLUMNS);
}

/** Which lines have the words, whatever their case; null when the row has nothing to do with them. */
export function linesWith({ run, outcome, note, lines }: SideRow, text: string): string[] | null {
  const wanted = text.trim().toLowerCase();
  const has = (line: string) => line.toLowerCase().includes(wanted);
  const found = lines.filter(has);
  const isFound = found.length > 0 || [run.name, run.id, outcome, note ?? ''].some(has);
  return isFound ? found : null;
}

/** The first few lines, and how many more there are. */
export function fewOf(lines: readonly string[]): string {
  const more = lines.length - SHOWN_LINES;
  return [...lines.slice(0, SHOWN_LINES), ...(more > 0 ? [`… ${more} more`] : [])].join('\n');
}

export function inSideOrder(
  rows: readonly SideRow[],
  by: SideSort | null,
  sign: 1 | -1,
): readonly SideRow[] {
  if (by === null) return rows;
  const keyOf = ({ run, outcome, cells }: SideRow): Fact => {
    if (typeof by === 'object') return cells.get(by.column) ?? NOTHING;
    return { kind: 'text', text: by === 'pc' ? run.name : outcome, look: 'line' };
  };
  return [...rows].sort((a, b) => compareFacts(keyOf(a), keyOf(b), sign));
}

/** The table for a spreadsheet. @param text what somebody looks for, or nothing */
export function csvOf(rows: readonly SideRow[], text: string): string {
  const columns = columnsOf(rows);
  const found = text.trim() === '' ? [] : ['Found'];
  const head = ['PC', 'ID', 'Outcome', 'Note', ...columns, ...found];
  const body = rows.map((row) => [
    ...[row.run.name, row.run.id, row.outcome, row.note ?? ''],
    ...columns.map((column) => asCell(row.cells.get(column) ?? NOTHING)),
    ...found.map(() => (linesWith(row, text) ?? []).join('; ')),
  ]);
  return [head, ...body].map(csvLine).join('');
}

function resultOf({ stage, approval }: PcRun): SideRow['result'] {
  return stage.kind === 'done' ? stage.answer.result : (approval?.outcome?.result ?? null);
}

function outcomeOf({ stage, approval }: PcRun): string {
  if (stage.kind !== 'asked') return STAGE_WORDS[stage.kind];
  return STATE_WORDS[approval?.state ?? 'pending'];
}

const STAGE_WORDS: Readonly<Record<Exclude<Stage['kind'], 'asked'>, string>> = {
  'left out': 'Not run',
  queued: 'Queued',
  running: 'Running',
  stopped: 'Stopped',
  done: 'Done',
  failed: 'Failed',
};

function noteOf({ stage, approval }: PcRun): string | null {
  if (stage.kind === 'left out') return stage.words;
  if (stage.kind === 'failed') return stage.error.message;
  return approval?.outcome?.error?.message ?? null;
}

/** What fits into a cell: a scalar, of a text its first line, a few entries or how many there are. */
function inShort(fact: Fact): Fact {
  switch (fact.kind) {
    case 'text':
      return { kind: 'text', text: firstLine(fact.text), look: 'line' };
    case 'list':
      return entriesOf(fact, fact.items.length);
    case 'table':
      return entriesOf(fact, fact.rows.length);
    case 'record':
      return entriesOf(fact, fact.entries.length);
    default:
      return fact;
  }
}

function entriesOf(fact: Fact, count: number): Fact {
  const text = (fact.kind === 'table' ? labelled(fact) : linesOf(fact)).join('; ');
  if (count > 0 && count <= FEW_ENTRIES && text.length <= CELL_LENGTH) {
    return { kind: 'text', text, look: 'line' };
  }
  return { kind: 'plain', text: `${count} ${count === 1 ? 'entry' : 'entries'}`, value: count };
}

/** A number says nothing without the column that it stands in. */
function labelled({ columns, rows }: Table): string[] {
  return rows.map((row) =>
    row
      .flatMap((fact, at) => {
        const text = linesOf(fact).join(' · ');
        return text && fact.kind === 'plain' ? `${columns[at] ?? ''} ${text}`.trim() : text || [];
      })
      .join(' · '),
  );
}

function firstLine(text: string): string {
  const [first = '', ...more] = plainOutput(text).trim().split('\n');
  const line = first.length > CELL_LENGTH ? `${first.slice(0, CELL_LENGTH)}…` : first;
  return more.length === 0
    ? line
    : `${line} (+${more.length} ${more.length === 1 ? 'line' : 'lines'})`;
}

function linesOf(fact: Fact): string[] {
  switch (fact.kind) {
    case 'list':
      return fact.items.flatMap(linesOf);
    case 'table':
      return fact.rows.map((row) => row.flatMap(linesOf).join(' · '));
    case 'record':
      return [fact.entries.flatMap(({ fact: one }) => linesOf(one)).join(' · ')];
    case 'text':
      return plainOutput(fact.text).split('\n').filter(Boolean);
    case 'plain':
      return [fact.text];
    case 'moment':
      return [fact.at];
    case 'nothing':
      return [];
  }
}

function asCell(fact: Fact): CsvCell {
  if (fact.kind === 'plain') return fact.value ?? fact.text;
  if (fact.kind === 'moment') return fact.at;
  return fact.kind === 'text' ? visibleText(fact.text) : null;
}
