import { ATTACK, DEFUSED, HIDDEN, aFleet, anApproval, aPc } from '../../test/cli-answers.js';
import { CliWorld, FixtureServer, refusal } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import type { ApprovalState, ApprovalView } from '@kenny/contract';

const tempDir = tempDirs();
let world: CliWorld;
let server: FixtureServer;

const APPROVAL = '/api/approvals/apr_1';
const answer = (changes: Partial<ApprovalView> = {}) => ({
  body: { approval: anApproval(changes) },
});
const ran = answer({
  state: 'done',
  outcome: { result: { stdout: 'ok\n', stderr: '', exit_code: 0 } },
});
/** What the call of `anApproval` does. */
const SENTENCE =
  "  Restarts the printing service on Anna's laptop. Printing stops for a few seconds.";
const decided = () => server.asked.filter(({ method }) => method === 'POST');

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test', NO_COLOR: '1' };
  server.on('GET /api/agents/pc1', { body: aPc() });
  server.on('GET /api/fleet', { body: aFleet() });
});
afterEach(() => server.close());

describe('kenny approvals list', () => {
  it('shows those that wait first, also one that is older than the page', async () => {
    const old = anApproval({ id: 'apr_old' });
    const done = anApproval({ id: 'apr_new', state: 'done', reason: null });
    server.on('GET /api/approvals', ({ path }) => ({
      body: { items: path.includes('state=pending') ? [old] : [done], next_cursor: '17' },
    }));
    const { code, out } = await world.run('approvals', 'list');
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines[1]).toMatch(
      /^pending +apr_old +high +pc1 +shell_exec +Claude +2 min ago +in 8 min +the printer/,
    );
    expect(lines[2]).toBe(SENTENCE);
    expect(lines[3]).toMatch(/^done +apr_new /);
    expect(out).toContain('--cursor 17');
  });

  it('shows below each that waits what to look at twice', async () => {
    const look_twice = [
      { id: 'fetches_and_runs', line: 'Fetches a program and runs it' },
      { id: 'restarts', line: 'Restarts or turns off this PC' },
    ];
    const waits = anApproval({ id: 'apr_waits', look_twice });
    const plain = anApproval({ id: 'apr_plain' });
    const done = anApproval({ id: 'apr_done', state: 'done', look_twice });
    server.on('GET /api/approvals', { body: { items: [waits, plain, done], next_cursor: null } });
    const { out } = await world.run('approvals', 'list');
    expect(out.split('\n').slice(1)).toEqual([
      expect.stringMatching(/^pending +apr_waits /),
      SENTENCE,
      '  Look twice: Fetches a program and runs it',
      '  Look twice: Restarts or turns off this PC',
      expect.stringMatching(/^pending +apr_plain /),
      SENTENCE,
      expect.stringMatching(/^done +apr_done /),
      '',
    ]);
  });

  it('shows an approval once that is in both lists', async () => {
    server.on('GET /api/approvals', { body: { items: [anApproval()], next_cursor: null } });
    const { out } = await world.run('approvals', 'list');
    expect(out.match(/apr_1/g)).toHaveLength(1);
  });

  it('asks for a state, a page and a size', async () => {
    server.on('GET /api/approvals', { body: { items: [], next_cursor: null } });
    const words = ['--state', 'unknown', '--limit', '5', '--cursor', '17'];
    expect((await world.run('approvals', 'list', ...words)).out).toBe('No approvals.\n');
    expect(server.asked.map(({ path }) => path)).toEqual([
      '/api/approvals?state=unknown&limit=5&cursor=17',
    ]);
  });

  it('with --json gives the one answer to the letter', async () => {
    const raw = JSON.stringify({ items: [anApproval()], next_cursor: null });
    server.on('GET /api/approvals', { body: raw });
    expect(await world.run('approvals', 'list', '--json')).toEqual({
      code: 0,
      out: `${raw}\n`,
      err: '',
    });
    expect(server.asked).toHaveLength(1);
  });
});

describe('what a person is shown', () => {
  const shown = async (changes: Partial<ApprovalView>) => {
    server.on(`GET ${APPROVAL}`, answer(changes));
    return (await world.run('approvals', 'show', 'apr_1')).out;
  };

  it('is the PC, the tool, every argument, who asks and why, and until when', async () => {
    const out = await shown({ tainted_by: ['fs_read@pc1'], required: 2 });
    for (const part of [
      'shell_exec on pc1, high risk: a script that is not kenny’s own',
      'command: systemctl restart cups',
      'timeout_s: 30',
      'Claude (tok_claude), mcp client, through mcp, 2 min ago',
      '“the printer hangs”',
      'fs_read@pc1',
      'in 8 min',
      '2 operators must approve',
      'ab'.repeat(32),
      'No hidden or look-alike characters.',
      'pending: Waiting for approval.',
    ]) {
      expect(out).toContain(part);
    }
  });

  it('is what it does in a sentence, with the name of the PC and what hides in it', async () => {
    const name = 'Mum’s\u202e laptop';
    server.on('GET /api/agents/pc1', { body: aPc({ name }) });
    expect((await shown({})).split('\n')[1]).toBe(
      '  Restarts the printing service on Mum’s⟨U+202E⟩ laptop. Printing stops for a few seconds.',
    );
  });

  it('is what to look at twice, above the call itself', async () => {
    const look_twice = [{ id: 'restarts', line: 'Restarts or turns off this PC' }];
    const out = await shown({ look_twice });
    expect(out).toContain('Look twice: Restarts or turns off this PC');
    expect(out.indexOf('Look twice')).toBeLessThan(out.indexOf('command:'));
  });

  it('is nothing shortened: a long script whole, each line with its number', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `echo ${at} ${'y'.repeat(300)}`);
    const out = await shown({ args: { command: lines.join('\n') } });
    for (const [at, line] of lines.entries()) expect(out).toContain(`${at + 1} │ ${line}`);
  });

  it('marks hidden characters, look-alikes and trailing blanks, and counts them', async () => {
    const out = await shown({ args: { command: 'rm –rf /tmp/\u200bx  \n\u202ecat' } });
    expect(out).toContain('rm –⟨U+2013⟩rf /tmp/⟨U+200B⟩x⟨U+0020 ×2⟩');
    expect(out).toContain('⟨U+202E⟩cat');
    expect(out).toContain('Marked ⟨…⟩: ');
    for (const count of ['1 look-alike', '1 invisible', '2 misleading blank', '1 turning']) {
      expect(out).toContain(count);
    }
    expect(out).not.toContain('No hidden');
  });

  it('warns of letters that turn the order on the screen', async () => {
    expect(await shown({ args: { command: 'rm א 1' } })).toContain('right to left');
  });

  it('marks what hides in a name, in nested values and in a key', async () => {
    const out = await shown({ args: { list: ['a', ATTACK], ['k\u200b']: 1 } });
    expect(out).toContain('k⟨U+200B⟩: 1');
    expect(out).toContain('⟨U+202E⟩kenny⟨U+200B⟩');
    expect(out).not.toMatch(HIDDEN);
  });

  it('never lets the requester write lines of ours', async () => {
    const reason = 'fine\n  No hidden or look-alike characters.\n';
    const requested_by = { ...anApproval().requested_by, name: ATTACK };
    const out = await shown({ reason, requested_by, args: { command: '\u200bx' } });
    expect(out).not.toMatch(/^ {2}No hidden/m);
    expect(out).toContain(`${DEFUSED} (tok_claude)`);
  });
});

describe('kenny approvals approve', () => {
  it('shows the call, asks, sends its hash, waits and prints the result', async () => {
    server.on(`GET ${APPROVAL}`, answer()).on(`POST ${APPROVAL}`, ran);
    const run = world.atTerminal().run('approvals', 'approve', 'apr_1', '--reason', 'go on');
    await world.err.said('Run shell_exec on pc1? [y/N]');
    expect(world.err.text).toContain('command: systemctl restart cups');
    expect(decided()).toEqual([]);
    world.keyboard.write('y\n');
    const { code, out } = await run;
    expect(code).toBe(0);
    expect(out).toBe('done: It ran.\n  stdout: ok\n  exit_code: 0\n');
    expect(decided()).toMatchObject([
      {
        path: `${APPROVAL}?wait=60`,
        body: { decision: 'approve', call_sha256: 'ab'.repeat(32), reason: 'go on' },
      },
    ]);
  });

  it('decides nothing without approval: the approval still waits', async () => {
    server.on(`GET ${APPROVAL}`, answer());
    const run = world.atTerminal().run('approvals', 'approve', 'apr_1');
    await world.err.said('[y/N]');
    world.keyboard.write('\n');
    expect((await run).code).toBe(5);
  });

  it('needs a person or --yes', async () => {
    server.on(`GET ${APPROVAL}`, answer());
    const { code, err } = await world.run('approvals', 'approve', 'apr_1');
    expect(code).toBe(2);
    expect(err).toContain('--yes');
    expect(decided()).toEqual([]);
  });

  it('with --yes shows the call in the log of the script, and the result apart from it', async () => {
    server.on(`GET ${APPROVAL}`, answer()).on(`POST ${APPROVAL}`, ran);
    const { code, err, out } = await world.run('approvals', 'approve', 'apr_1', '--yes');
    expect(code).toBe(0);
    expect(err).toContain('systemctl restart cups');
    expect(out).not.toContain('systemctl');
  });

  it('sends the hash that somebody saw before, so that another call is refused', async () => {
    server
      .on(`GET ${APPROVAL}`, answer())
      .on(`POST ${APPROVAL}`, refusal(409, 'hash_mismatch', 'It is another call by now.'));
    const words = ['apr_1', '--yes', '--call-sha256', 'cd'.repeat(32)];
    const { code, err } = await world.run('approvals', 'approve', ...words);
    expect(code).toBe(3);
    expect(err).toContain('[hash_mismatch]');
    expect(decided()[0]?.body).toMatchObject({ call_sha256: 'cd'.repeat(32) });
  });

  it('with --json prints the last answer to the letter', async () => {
    const raw = JSON.stringify({
      approval: anApproval({ state: 'done', outcome: { result: {} } }),
    });
    server.on(`GET ${APPROVAL}`, answer()).on(`POST ${APPROVAL}`, { body: raw });
    const words = ['approvals', 'approve', 'apr_1', '--yes', '--json'];
    expect(await world.run(...words)).toEqual({ code: 0, out: `${raw}\n`, err: '' });
  });

  const ends: [ApprovalState, ApprovalView['outcome'], number, string][] = [
    ['done', { result: {} }, 0, 'It ran.'],
    [
      'failed',
      { error: { code: 'exec_failed', message: 'no such unit' } },
      1,
      'no such unit [exec_failed]',
    ],
    ['failed', { error: { code: 'blocked', message: 'the guard' } }, 3, 'the guard [blocked]'],
    ['failed', { error: { code: 'disabled', message: 'off' } }, 3, 'switched remote control off'],
    ['unknown', null, 1, 'Nobody knows whether it ran'],
    ['not_run', null, 1, 'did not run'],
    ['lapsed', { error: { code: 'offline', message: 'gone' } }, 1, 'did not run'],
    ['denied', null, 3, 'denied it'],
    ['expired', null, 3, 'did not run'],
    ['cancelled', null, 3, 'withdrawn'],
  ];
  it.each(ends)('that ends as %s (%j) exits with %d', async (state, outcome, exit, words) => {
    server.on(`GET ${APPROVAL}`, answer()).on(`POST ${APPROVAL}`, answer({ state, outcome }));
    const { code, out } = await world.run('approvals', 'approve', 'apr_1', '--yes');
    expect(code).toBe(exit);
    expect(out).toContain(words);
  });

  it('waits on after the longest wait of one request', async () => {
    server
      .on(`GET ${APPROVAL}`, answer(), answer({ state: 'sent' }), ran)
      .on(`POST ${APPROVAL}`, answer({ state: 'sent' }));
    const run = world.run('approvals', 'approve', 'apr_1', '--yes');
    await untilTimer(world, 2_000);
    await world.clock.advanceAsync(2_000);
    await untilTimer(world, 2_000);
    await world.clock.advanceAsync(2_000);
    expect(await run).toMatchObject({ code: 0 });
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('exits with 5 when it still runs after --wait', async () => {
    server
      .on(`GET ${APPROVAL}`, answer(), answer({ state: 'sent' }))
      .on(`POST ${APPROVAL}`, answer({ state: 'sent' }));
    const run = world.run('approvals', 'approve', 'apr_1', '--yes', '--wait', '1');
    await untilTimer(world, 1_000);
    await world.clock.advanceAsync(1_000);
    const { code, out, err } = await run;
    expect(code).toBe(5);
    expect(out).toBe('sent: It runs on the PC.\n');
    expect(err).toContain('kenny approvals show apr_1');
    expect(decided()[0]?.path).toBe(`${APPROVAL}?wait=1`);
  });

  it('does not wait at all with --wait 0', async () => {
    server.on(`GET ${APPROVAL}`, answer()).on(`POST ${APPROVAL}`, answer({ state: 'approved' }));
    expect((await world.run('approvals', 'approve', 'apr_1', '-y', '--wait', '0')).code).toBe(5);
    expect(decided()[0]?.path).toBe(APPROVAL);
  });

  it('says that a second operator has to approve', async () => {
    const by = { kind: 'operator', id: 'anna', name: 'Anna' } as const;
    const decisions = [
      { by, decision: 'approve' as const, at: '2026-06-04T12:00:00Z', reason: null },
    ];
    server.on(`GET ${APPROVAL}`, answer({ required: 2 }));
    server.on(`POST ${APPROVAL}`, answer({ required: 2, decisions }));
    const { code, out } = await world.run('approvals', 'approve', 'apr_1', '--yes');
    expect(code).toBe(5);
    expect(out).toContain('1 of 2 operators approved');
  });

  it('says so when somebody else was faster', async () => {
    server
      .on(`GET ${APPROVAL}`, answer({ state: 'denied' }))
      .on(`POST ${APPROVAL}`, refusal(409, 'already_decided', 'It was denied.'));
    const { code, err } = await world.atTerminal().run('approvals', 'approve', 'apr_1');
    expect(code).toBe(1);
    expect(err).toContain('[already_decided]');
    expect(err).not.toContain('[y/N]');
  });

  it('after Ctrl+C in the wait says that the call goes on', async () => {
    server.on(`GET ${APPROVAL}`, answer()).on(`POST ${APPROVAL}`, answer({ state: 'sent' }));
    const run = world.run('approvals', 'approve', 'apr_1', '--yes');
    await untilTimer(world, 2_000);
    world.stopping.abort();
    const { code, err } = await run;
    expect(code).toBe(130);
    expect(err).toContain('the call goes on: kenny approvals show apr_1');
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('shows what the PC printed as text, without obeying it', async () => {
    const stdout = '\u001b[31mred\u001b[0m\r\ntwo\u0007\u202e\n';
    const result = { stdout, stderr: '', exit_code: 3, truncated: true };
    server.on(`GET ${APPROVAL}`, answer());
    server.on(`POST ${APPROVAL}`, answer({ state: 'done', outcome: { result } }));
    const { out } = await world.run('approvals', 'approve', 'apr_1', '--yes');
    expect(out).toContain('    red\n    two⟨U+0007⟩⟨U+202E⟩\n');
    expect(out).toContain('exit_code: 3');
    expect(out).toContain('truncated: true');
  });
});

describe('kenny approvals deny', () => {
  it('shows what is denied and tells the reason; that is a success', async () => {
    const by = { kind: 'operator', id: 'anna', name: 'Anna' } as const;
    const decisions = [{ by, decision: 'deny' as const, at: '2026-06-04T12:00:00Z', reason: 'no' }];
    server.on(`GET ${APPROVAL}`, answer());
    server.on(
      `POST ${APPROVAL}`,
      answer({
        ...{ state: 'denied', decisions },
        outcome: { error: { code: 'denied', message: 'no' } },
      }),
    );
    const { code, out, err } = await world.run('approvals', 'deny', 'apr_1', '--reason', 'no');
    expect(code).toBe(0);
    expect(err).toContain('systemctl restart cups');
    expect(out).toBe('denied: A person denied it.\n  Anna denied it: no\n');
    expect(decided()).toMatchObject([
      { path: APPROVAL, body: { decision: 'deny', call_sha256: 'ab'.repeat(32), reason: 'no' } },
    ]);
  });
});

/** Until the command waits: it has set the timer that a test may now let fire. */
async function untilTimer({ clock }: CliWorld, ms: number): Promise<void> {
  while (clock.nextTimerIn !== ms) await new Promise((resolve) => setImmediate(resolve));
}
