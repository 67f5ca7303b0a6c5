import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentOf } from './document.mjs';
import { Oracle } from './oracle.mjs';
import { parseArguments } from './options.mjs';
import { filled, markdownTable, summaryLine, terminalTable, type Result } from './report.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { atMost, none, notTried, shown, truthRows } from './rows.mjs';

describe('the oracle', () => {
  let folder: string;
  let oracle: Oracle;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kenny-oracle-'));
    oracle = new Oracle(join(folder, 'ran.jsonl'));
  });
  afterEach(() => {
    oracle.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Somebody who finds these approvals and this record. */
  const finds = (approvals: object[], record: object[] = []) => ({
    approvals: async () => approvals,
    record: async () => record,
  });

  it('finds a change that ran twice, whatever the approvals say of it', async () => {
    const args = oracle.newCommand();
    oracle.ran('pc1', args.command, 'call1');
    oracle.ran('pc1', args.command, 'call2');
    const { twice, doneNotRun } = await oracle.reconcile(finds([{ id: 'a', state: 'done', args }]));
    expect(twice).toHaveLength(1);
    expect(doneNotRun).toEqual(['a']);
  });

  it('finds what is done and did not run, and what ran and is said not to have', async () => {
    const [idle, ran] = [oracle.newCommand(), oracle.newCommand()];
    oracle.ran('pc1', ran.command, 'call1');
    const found = finds([
      { id: 'idle', state: 'done', args: idle },
      { id: 'ran', state: 'not_run', args: ran },
    ]);
    expect(await oracle.reconcile(found)).toMatchObject({
      twice: [],
      doneNotRun: ['idle'],
      ranNotDone: ['ran'],
    });
  });

  it('finds what somebody was told and is not so any more', async () => {
    oracle.told({ id: 'kept', state: 'done' });
    oracle.told({ id: 'undone', state: 'done' });
    oracle.told({ id: 'gone', state: 'pending' });
    const args = oracle.newCommand();
    oracle.ran('pc1', args.command, 'call1');
    const found = finds([
      { id: 'kept', state: 'done', args },
      { id: 'undone', state: 'pending', args: oracle.newCommand() },
    ]);
    expect(await oracle.reconcile(found)).toMatchObject({ gone: ['gone'], lost: ['undone'] });
  });

  it('counts what real agents have left in a file', () => {
    const args = oracle.newCommand();
    const file = join(folder, 'lines');
    oracle.countLines(file);
    expect(oracle.runsOf(args)).toBe(0);
    writeFileSync(file, `${args.command}\n${args.command}\n`);
    oracle.countLines(file);
    expect(oracle.runsOf(args)).toBe(2);
  });

  it('knows how old an answer without a row was at the next kill', async () => {
    oracle.readAnswered('written', 100);
    oracle.readAnswered('early', 110);
    oracle.readAnswered('late', 170);
    oracle.killed(150);
    oracle.killed(200);
    const { missing, of, ages } = await oracle.readsWithoutRow(finds([], [{ call_id: 'written' }]));
    expect({ missing, of, ages }).toEqual({ missing: 2, of: 3, ages: [30, 40] });
  });
});

describe('the options', () => {
  const names = ['kill', 'locked'];

  it('take SQLite and all scenarios unless told otherwise', () => {
    expect(parseArguments([], names)).toMatchObject({ engines: ['sqlite'], only: [] });
    const argv = ['--engine', 'both', '--only', 'kill', '--only', 'locked', '--seconds', '9'];
    expect(parseArguments(argv, names)).toMatchObject({
      ...{ engines: ['sqlite', 'postgres'], only: names, seconds: 9 },
    });
  });

  it.each([[['--only', 'flood']], [['--engine', 'oracle']], [['--seconds', 'x']], [['--what']]])(
    'refuse %j',
    (argv) => {
      expect(() => parseArguments(argv, names)).toThrow();
    },
  );
});

describe('the table', () => {
  const rows = [
    none('ran twice', []),
    none('gone', ['apr_1']),
    atMost('the wait', 12.34, 10, 's'),
    shown('starts', '3'),
    notTried('the disk', 'no room'),
  ];
  const results: Result[] = [{ name: 'kill', engine: 'sqlite', seconds: 61, rows }];

  it('says what was seen, what the bound is and whether it was held', () => {
    const [head, , ...lines] = terminalTable(results[0] as Result).split('\n');
    expect(head).toBe('kill on sqlite, 61 s');
    expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['ran twice', '0', '0', 'held'],
      ['gone', '1 (apr_1)', '0', '**not held**'],
      ['the wait', '12.3 s', '≤ 10 s', '**not held**'],
      ['starts', '3', '–'],
      ['the disk', '–', 'not tried: no room'],
    ]);
    expect(summaryLine(results)).toBe('faults: 1 held, 2 not held, 1 not tried');
  });

  it('goes between the marks of its document, and nowhere else', () => {
    const table = markdownTable(results, () => 'it is killed');
    expect(table).toContain('- `kill`: it is killed');
    expect(table).toContain('| `kill` | sqlite | ran twice | 0 | 0 | held |');
    const document = 'before\n<!-- faults -->\nold\n<!-- /faults -->\nafter\n';
    expect(filled(document, 'new')).toBe(
      'before\n<!-- faults -->\n\nnew\n\n<!-- /faults -->\nafter\n',
    );
    expect(() => filled('no marks', 'new')).toThrow('has no');
  });

  it('has five bounds for what the PCs counted', () => {
    const truth = { twice: [], doneNotRun: [], ranNotDone: [], gone: [], lost: [] };
    const lines = truthRows({ ...truth, acknowledged: 2, approvals: 2, states: { done: 2 } });
    expect(lines.map(({ held }) => held)).toEqual([undefined, true, true, true, true, true]);
  });
});

describe('the page of what was seen', () => {
  const results = JSON.parse(readFileSync('docs/faults.json', 'utf8')) as Result[];

  it('has a result of every scenario on each of its databases, and of no other', () => {
    const wanted = Object.entries(SCENARIOS).flatMap(([name, { engines }]) =>
      engines.map((engine) => `${name} on ${engine}`),
    );
    expect(results.map(({ name, engine }) => `${name} on ${engine}`)).toEqual(wanted);
  });

  it('has the tables of these results', async () => {
    const page = readFileSync('docs/faults.md', 'utf8');
    expect(page).toBe(await documentOf(page, results));
  });
});
