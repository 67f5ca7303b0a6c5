import {
  AUDIT_EXPORT_ROWS,
  exportCutWords,
  type AuditExportFormat,
  type AuditRowView,
} from '@kenny/contract';
import { csvLine, type CsvCell } from '@kenny/kernel';

export type ExportFormat = AuditExportFormat;

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

/** Characters per chunk: few writes, flat memory. */
const PIECE = 64 * 1024;

const CSV_COLUMNS: readonly [string, (row: AuditRowView) => CsvCell][] = [
  ['seq', (row) => row.seq],
  ['id', (row) => row.id],
  ['at', (row) => row.at],
  ['kind', (row) => row.kind],
  ['actor_kind', (row) => row.actor.kind],
  ['actor_id', (row) => row.actor.id],
  ['actor_name', (row) => row.actor.name],
  ['door', (row) => row.door],
  ['agent_id', (row) => row.agent_id],
  ['tool', (row) => row.tool],
  ['args', (row) => (row.args === null ? null : JSON.stringify(row.args))],
  ['ok', (row) => row.ok],
  ['code', (row) => row.code],
  ['duration_ms', (row) => row.duration_ms],
  ['call_id', (row) => row.call_id],
  ['approval_id', (row) => row.approval_id],
  ['request_id', (row) => row.request_id],
  ['target', (row) => row.target],
  ['chain', (row) => row.chain],
  ['prev_sha256', (row) => row.prev_sha256],
  ['sha256', (row) => row.sha256],
];

/**
 * Rows as a stream of text. JSON lines can be verified again; CSV is for spreadsheets. Beyond
 * `most` the last line says so, and how to get the rest.
 */
export async function* exportText(
  rows: AsyncIterable<AuditRowView>,
  format: ExportFormat,
  most = AUDIT_EXPORT_ROWS,
): AsyncGenerator<string> {
  let piece = format === 'csv' ? csvLine(CSV_COLUMNS.map(([name]) => name)) : '';
  let written = 0;
  let last = 0;
  for await (const row of rows) {
    if (written === most) {
      yield piece + cutLine(exportCutWords({ rows: written, after: last }), format);
      return;
    }
    written += 1;
    last = row.seq;
    piece +=
      format === 'csv'
        ? csvLine(CSV_COLUMNS.map(([, cell]) => cell(row)))
        : `${JSON.stringify(row)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}

const cutLine = (cut: string, format: ExportFormat): string =>
  format === 'csv' ? csvLine([cut]) : `${JSON.stringify({ cut })}\n`;
