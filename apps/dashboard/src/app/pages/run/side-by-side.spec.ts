import { CATALOG } from '@kenny/contract/agent';
import type { CatalogTool } from '@kenny/contract/web';
import { anApproval } from '../../../../test/an-approval';
import { refusal } from '../../../../test/pc-page-world';
import {
  columnsOf,
  csvOf,
  fewOf,
  inSideOrder,
  linesWith,
  sideRows,
  type PcRun,
  type SideRow,
} from './side-by-side';
import type { Stage } from './tool-runs';

const tool: CatalogTool | undefined = CATALOG.tools.find(({ name }) => name === 'winget_list');

const run = (id: string, stage: Stage): PcRun => ({
  ...{ id, name: id.toUpperCase(), stage, approval: undefined },
});
function sideRow(one: PcRun, of = tool): SideRow {
  const [row] = sideRows([one], of);
  if (!row) throw new Error('it has no row');
  return row;
}
const done = (id: string, result: Record<string, unknown>): SideRow =>
  sideRow(run(id, { kind: 'done', answer: { call_id: `call-${id}`, result } }), tool);
const cellsOf = ({ cells }: SideRow) =>
  [...cells].map(([label, fact]) => [label, 'text' in fact ? fact.text : fact.kind]);

describe('results side by side', () => {
  it('have scalars as columns, of a text its first line, of a few entries what they say', () => {
    const row = done('anna', {
      ...{ exit_code: 0, stdout: '\u001b[1mone\ntwo\n', stderr: '', ok: true },
      packages: [{ name: 'Reader' }, { name: 'VLC' }],
    });
    expect(cellsOf(row)).toEqual([
      ['Programs', 'Reader; VLC'],
      ['Exit code', '0'],
      ['Output', 'one (+1 line)'],
      ['Errors', 'nothing'],
      ['Ok', 'yes'],
    ]);
    expect(columnsOf([row])).toEqual(['Programs', 'Exit code', 'Output', 'Ok']);
  });

  const usage = CATALOG.tools.find(({ name }) => name === 'fs_disk_usage');
  const volumes = (...used: number[]): PcRun => {
    const result = {
      volumes: used.map((percent_used, at) => ({
        ...{ mount: `${'CDEFG'[at]}:`, total_bytes: 1e12, free_bytes: 1e10, percent_used },
      })),
    };
    return run('a', { kind: 'done', answer: { call_id: 'call-a', result } });
  };

  it('have the columns of a short table, of several of its rows all values', () => {
    const rows = sideRows([volumes(94), volumes(94, 20), run('b', { kind: 'queued' })], usage);
    expect(columnsOf(rows)).toEqual(['Drive', 'Size', 'Free', 'Used']);
    expect(rows.map((row) => cellsOf(row).map(([, text]) => text))).toEqual([
      ['C:', '1 TB', '10 GB', '94 %'],
      ['C:; D:', '1 TB; 1 TB', '10 GB; 10 GB', '94 %; 20 %'],
      [],
    ]);
  });

  it('keep one column where one of the tables is long: few entries with their figures, many counted', () => {
    const rows = sideRows([volumes(94), volumes(1, 2, 3, 4)], usage);
    expect(rows.flatMap(cellsOf)).toEqual([
      ['Volumes', expect.stringMatching(/^C: · Size .* · Used 94 %$/)],
      ['Volumes', '4 entries'],
    ]);
  });

  it('are found by any word in them, in the entries that have it', () => {
    const rows = [
      done('anna', { packages: [{ name: 'VLC', version: '3' }] }),
      done('bob', { packages: [{ name: 'VLC' }, { name: 'Adobe Reader', version: '11.0' }] }),
      sideRow(run('carl', { kind: 'left out', words: 'This PC is offline.' }), tool),
    ];
    const found = (text: string) => rows.map((row) => linesWith(row, text));
    expect(found('READER')).toEqual([null, ['Adobe Reader · 11.0'], null]);
    expect(found('offline')).toEqual([null, null, []]);
    expect(found('')).toEqual([['VLC · 3'], ['VLC', 'Adobe Reader · 11.0'], []]);
    expect(fewOf(['a', 'b', 'c', 'd', 'e'])).toBe('a\nb\nc\n… 2 more');
  });

  it('lose no row: what was refused, queued or waits stands there in words', () => {
    const approval = anApproval({ state: 'denied' });
    const words = [
      run('a', { kind: 'failed', error: refusal('unsupported') }),
      run('b', { kind: 'queued' }),
      run('c', { kind: 'asked', approvalId: 'apr_1' }),
      { ...run('d', { kind: 'asked', approvalId: 'apr_1' }), approval },
    ].map((one) => sideRow(one, tool));
    expect(words.map(({ outcome, note }) => [outcome, note])).toEqual([
      ['Failed', 'it is unsupported'],
      ['Queued', null],
      ['Waiting', null],
      ['Denied', null],
    ]);
  });

  it('are sorted by what a column shows, and what has nothing there is last', () => {
    const rows = [
      done('a', { free: 3 }),
      sideRow(run('b', { kind: 'queued' }), tool),
      done('c', { free: 20 }),
    ];
    const order = (sign: 1 | -1) =>
      inSideOrder(rows, { column: 'Free' }, sign).map(({ run: { id } }) => id);
    expect(order(1)).toEqual(['a', 'c', 'b']);
    expect(order(-1)).toEqual(['c', 'a', 'b']);
    expect(inSideOrder(rows, 'pc', -1).map(({ run: { id } }) => id)).toEqual(['c', 'b', 'a']);
  });

  it('go into a spreadsheet as they stand, where nothing of them runs', () => {
    const rows = [
      done('a', { version: '=cmd()', count: 3 }),
      sideRow(run('b', { kind: 'left out', words: 'This PC is offline.' }), tool),
    ];
    expect(csvOf(rows, '')).toBe(
      [
        '"PC","ID","Outcome","Note","Version","Count"',
        `"A","a","Done","","'=cmd()",3`,
        '"B","b","Not run","This PC is offline.",,',
        '',
      ].join('\r\n'),
    );
    expect(csvOf(rows.slice(0, 1), 'cmd')).toContain(`3,"'=cmd()"\r\n`);
  });
});
