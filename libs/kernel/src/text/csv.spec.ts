import fc from 'fast-check';
import { csvCell, csvLine } from './csv.js';

describe('a table for a spreadsheet', () => {
  it('writes no cell that a spreadsheet would run, and never breaks a line', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', ' \t=cmd', '＝1', '|calc', '%0']) {
      expect(csvCell(text).startsWith('"\'')).toBe(true);
    }
    expect(csvCell('say "hi",\r\nnow')).toBe('"say ""hi"",␣␣now"');
    expect([csvCell(-1), csvCell(null), csvCell(true)]).toEqual(['-1', '', 'true']);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cell = csvCell(text);
        const inner = cell.slice(1, -1);
        expect(cell.startsWith('"') && cell.endsWith('"')).toBe(true);
        expect(inner.replaceAll('""', '')).not.toContain('"');
        expect(inner).not.toMatch(/^\s*[=+\-@]/);
        // eslint-disable-next-line no-control-regex -- that is the test
        expect(inner).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
      }),
    );
  });

  it('ends each row as spreadsheets expect it', () => {
    expect(csvLine(['pc1', 3, null])).toBe('"pc1",3,\r\n');
  });
});
