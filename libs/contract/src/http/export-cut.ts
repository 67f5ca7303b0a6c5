/** Where an export ended before its rows did: after so many, the last of which had this `seq`. */
export interface ExportCut {
  readonly rows: number;
  readonly after: number;
}

/** The last line of such an export, in words; `exportCutIn` finds it again. */
export function exportCutWords({ rows, after }: ExportCut): string {
  return `cut after ${rows} rows: ask with after=${after} for those that follow`;
}

/** More than the longest such line. */
export const EXPORT_CUT_LENGTH = 200;

/** No row reads like this: in both formats a row begins with its `seq`. */
const CUT_LINE =
  /(?:^|\n)(?:\{"cut":)?"cut after (\d{1,16}) rows: ask with after=(\d{1,16}) for those that follow"\}?\r?\n$/;

/** @param end - the last `EXPORT_CUT_LENGTH` characters of an export, or more */
export function exportCutIn(end: string): ExportCut | undefined {
  const [, rows, after] = CUT_LINE.exec(end) ?? [];
  if (rows === undefined || after === undefined) return undefined;
  return { rows: Number(rows), after: Number(after) };
}
