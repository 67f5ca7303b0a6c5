import { plainOutput } from '@kenny/kernel';
import { stateSentence, stateWord } from '../approvals/states.js';
import { look, Shown } from '../output/shown.js';
import { table, type Row } from '../output/table.js';
import type { PcOutcome, PcRow } from './pc-outcome.js';

/** Fields of the result that get a column; `--json` has all. */
const MOST_FIELDS = 4;
/** Of a cell, on a terminal. */
const CELL_COLUMNS = 40;

type Result = Readonly<Record<string, unknown>>;

/** PC, outcome, the first fields of what came, and last what there is to say. */
export function manyLines(rows: readonly PcRow[], width: number | undefined): Shown[] {
  const names = rows.flatMap(({ outcome }) => Object.keys(resultOf(outcome)));
  const fields = [...new Set(names)].slice(0, MOST_FIELDS);
  const hasNotes = rows.some(({ outcome }) => noteOf(outcome) !== null);
  const body = rows.map(({ agentId, outcome }): Row => {
    const result = resultOf(outcome);
    const cells = fields.map((name) => cellOf(result[name], width !== undefined));
    return [agentId, wordOf(outcome), ...cells, ...(hasNotes ? [noteOf(outcome)] : [])];
  });
  return table(['pc', 'outcome', ...fields, ...(hasNotes ? ['note'] : [])], body, width);
}

function resultOf(outcome: PcOutcome): Result {
  if (outcome.kind === 'failed') return {};
  return outcome.kind === 'done' ? outcome.answer.result : (outcome.approval.outcome?.result ?? {});
}

function wordOf(outcome: PcOutcome): Shown {
  if (outcome.kind === 'done') return stateWord('done');
  return outcome.kind === 'asked' ? stateWord(outcome.approval.state) : look(outcome.code, 'red');
}

function noteOf(outcome: PcOutcome): string | null {
  if (outcome.kind === 'failed') return outcome.message;
  if (outcome.kind === 'done' || outcome.approval.state === 'done') return null;
  const { id, state, outcome: end } = outcome.approval;
  return state === 'pending' ? id : (end?.error?.message ?? stateSentence(state));
}

/** A scalar as it is, of a text its first line, of a list how long it is. */
function cellOf(value: unknown, cut: boolean): Shown | null {
  if (value === null || value === undefined || value === '') return null;
  const shown = Shown.text(wordsOf(value));
  return cut ? shown.clip(CELL_COLUMNS) : shown;
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  if (typeof value !== 'string') return JSON.stringify(value);
  const [first = '', ...more] = plainOutput(value).trimEnd().split('\n');
  return more.length === 0 ? first : `${first} (+${more.length} lines)`;
}
