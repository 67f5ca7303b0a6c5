import { AGENT_FEATURES, type ApprovalView, type AuditRowView } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { aTelemetry } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { CliWorld, type Outcome } from '../test/cli-world.js';
import { tempDirs } from '../test/temp-dir.js';

/** Tools, rules, and what is followed live: the commands against the whole server. */

const newDir = tempDirs();
const ATTACK = '\u001b[2J\u202eboo\u0007';
let server: AServer;
let world: CliWorld;

beforeEach(async () => {
  server = await AServer.start({ dataDir: newDir() });
  world = aWorld();
});
afterEach(() => server.stop());

function aWorld(): CliWorld {
  const made = new CliWorld(newDir(), systemClock);
  made.env = { KENNY_URL: server.url, KENNY_TOKEN: server.admin, NO_COLOR: '1' };
  return made;
}

function connectPc(agentId = 'pc1') {
  const handlers = {
    shell_exec: () => ({ stdout: `hi${ATTACK}\n`, stderr: '', exit_code: 0 }),
    fs_read: ({ path }: Record<string, unknown>) => ({
      ...{ path, content: 'x'.repeat(3), truncated: false, encoding: 'utf-8' },
    }),
    diag_services: () => ({ services: [] }),
  };
  return server.connected(agentId, { features: [...AGENT_FEATURES], handlers });
}

async function asked(command: string): Promise<ApprovalView> {
  const body = { agent_id: 'pc1', args: { command } };
  const answer = await server.http<{ approval: ApprovalView }>(
    'POST',
    '/api/tools/shell_exec',
    body,
  );
  return answer.body.approval;
}

/** Ends a command that follows something, as Ctrl+C does. */
async function stopped(watcher: CliWorld, run: Promise<Outcome>): Promise<Outcome> {
  watcher.stopping.abort();
  return run;
}

describe('kenny agent show', () => {
  it('shows one PC with every section, worst first', async () => {
    const pc = await connectPc();
    const stored = server.nextEvent('health.changed');
    pc.send(aTelemetry('pc1').with('memory', { percent_used: 99 }).frame());
    await stored;
    const { code, out } = await world.run('agent', 'show', 'pc1');
    expect(code).toBe(0);
    expect(out).toMatch(/^pc1 \(pc1\): crit/);
    expect(out).toMatch(/SECTION +SINCE +WHY\ncrit +memory +\S.*99 % of memory/);
    expect((await world.run('agent', 'show', 'pc2')).code).toBe(1);
  });
});

describe('kenny __complete', () => {
  it('offers PCs, tools and their arguments, and what waits, in one request each', async () => {
    await connectPc();
    const { id } = await asked('echo hi');
    const offered = async (...words: string[]) => {
      const { code, out, err } = await world.run('__complete', '--', ...words);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      return out;
    };
    expect(await offered('agent', 'show', 'p')).toBe('pc1\tpc1\n');
    expect(await offered('tool', 'run', 'shell_e')).toMatch(/^shell_exec\t\S.*\n$/);
    expect(await offered('tool', 'run', 'shell_exec', 'pc1', '--arg', 'co')).toMatch(/^command=/);
    const waiting = await offered('approvals', 'approve', '');
    expect(waiting).toBe(`${id.slice(0, 12)}\tshell_exec on pc1, asked by admin\n`);
    world.env['KENNY_TOKEN'] = 'kny_wrong';
    expect(await offered('agent', 'show', 'p')).toBe('');
  });
});

describe('kenny tool', () => {
  it('lists what can be done', async () => {
    const { out } = await world.run('tool', 'list');
    expect(out).toMatch(/^shell_exec +change, high +command, timeout_s\? /m);
  });

  it('runs a read and prints what came back, arguments as the tool wants them', async () => {
    const pc = await connectPc();
    const words = ['tool', 'run', 'diag_services', '--agent', 'pc1'];
    const { code, out, err } = await world.run(...words, '--arg', 'filter=a=b,c');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('services');
    expect((await pc.request()).args).toEqual({ filter: 'a=b,c' });
  });

  it('says which approval a change waits for, and exits with 5', async () => {
    await connectPc();
    const words = ['tool', 'run', 'shell_exec', '--agent', 'pc1', '--arg', 'command=echo hi'];
    const { code, out, err } = await world.run(...words, '--arg', 'timeout_s=7', '--reason', 'why');
    expect(code).toBe(5);
    expect(err).toMatch(/kenny approvals approve apr_/);
    expect(err).toContain('timeout_s: 7');
    expect(err).toContain('“why”');
    expect(out).toBe('pending: Waiting for approval.\n');
  });

  it('waits for somebody else to approve and for the end, and never obeys the output', async () => {
    await connectPc();
    const args = '{"command": "echo hi"}';
    world.keyboard.end(args);
    const words = ['tool', 'run', 'shell_exec', '--agent', 'pc1', '--json-args', '-'];
    const run = world.run(...words, '--wait', '60');
    await world.err.said('kenny approvals approve apr_');
    const id = /apr_[0-9a-f-]+/.exec(world.err.text)?.[0] ?? '';
    const decided = await aWorld().run('approvals', 'approve', id, '--yes');
    expect(decided.code).toBe(0);
    const { code, out } = await run;
    expect(code).toBe(0);
    expect(out).toContain('stdout: hi');
    for (const hidden of ATTACK.replace('boo', '')) {
      if (hidden < ' ' || hidden > '~') expect(out).not.toContain(hidden);
    }
  });

  it('tells what is wrong before anything is sent', async () => {
    const wrong: [string[], number, string][] = [
      [['shell_exc'], 1, 'Did you mean shell_exec?'],
      [['shell_exec', '--arg', 'comand=x'], 2, 'It takes: command, timeout_s.'],
      [['shell_exec', '--arg', 'timeout_s=soon'], 2, 'timeout_s is a number'],
      [['shell_exec', '--arg', 'command'], 2, 'name=value'],
      [['shell_exec', '--json-args', '[1]'], 2, 'JSON object'],
      [['shell_exec', '--arg', 'command=x'], 2, '[no_agent]'],
      [['shell_exec', '--agent', 'pc9', '--arg', 'command=x'], 1, '[unknown_agent]'],
    ];
    for (const [words, exit, text] of wrong) {
      const { code, err } = await world.run('tool', 'run', ...words);
      expect([words, code, err]).toEqual([words, exit, expect.stringContaining(text)]);
    }
  });
});

describe('kenny policy', () => {
  it('adds a rule, tries it, and takes it away', async () => {
    const test = ['policy', 'test', 'shell_exec', '--arg', 'command=make me a sandwich'];
    expect(await world.run(...test)).toMatchObject({
      code: 0,
      out: 'let through: no rule matches.\n',
    });
    const add = ['policy', 'add', 'no-food', '--applies-to', 'posix', '--pattern', 'sandwich'];
    expect(await world.run(...add, '--reason', 'not now')).toMatchObject({ code: 0, err: '' });
    expect((await world.run('policy', 'list')).out).toMatch(/^no-food +posix +sandwich +admin /m);
    const refused = await world.run(...test);
    expect(refused.code).toBe(3);
    expect(refused.out).toBe('refused by no-food: not now\n');
    expect((await world.run('policy', 'remove', 'no-food')).code).toBe(2);
    expect((await world.run('policy', 'remove', 'no-food', '--yes')).code).toBe(0);
    expect((await world.run(...test)).code).toBe(0);
  });

  it('refuses a pattern that does not compile', async () => {
    const add = [
      'policy',
      'add',
      'bad',
      '--applies-to',
      'posix',
      '--pattern',
      '(',
      '--reason',
      'x',
    ];
    expect((await world.run(...add)).code).toBe(2);
  });
});

describe('kenny approvals watch', () => {
  it('shows what waits, then every step, until Ctrl+C', async () => {
    await connectPc();
    const first = await asked('echo 1');
    const watcher = aWorld();
    const run = watcher.run('approvals', 'watch');
    await watcher.out.said(first.id);
    const second = await asked(`echo ${ATTACK}`);
    await watcher.out.said(`pending ${second.id}`);
    await world.run('approvals', 'approve', second.id, '--yes');
    await watcher.out.said(`done ${second.id}`);
    const { code, out } = await stopped(watcher, run);
    expect(code).toBe(130);
    expect(out).toContain(`pending ${first.id} shell_exec on pc1, high risk, by admin`);
    expect(out).toContain(`→ kenny approvals approve ${first.id}`);
    expect(out.split('\n').filter((line) => line.includes(second.id))).toHaveLength(4);
  });

  it('with --json gives one object a line', async () => {
    await connectPc();
    const watcher = aWorld();
    const run = watcher.run('approvals', 'watch', '--json');
    const { id } = await asked('echo 1');
    await watcher.out.said(id);
    const { out } = await stopped(watcher, run);
    expect(JSON.parse(out)).toMatchObject({ approval: { id, state: 'pending' } });
  });

  it('is refused as over HTTP', async () => {
    const body = { operator: { id: 'bo' }, name: 'v', scope: 'viewer' };
    const { token } = (await server.http('POST', '/api/tokens', body)).body;
    world.env['KENNY_TOKEN'] = String(token);
    expect(await world.run('approvals', 'watch')).toMatchObject({
      ...{ code: 3, err: expect.stringContaining('[forbidden]') as string },
    });
    world.env['KENNY_TOKEN'] = 'kny_nobody';
    expect(await world.run('approvals', 'watch')).toMatchObject({
      ...{ code: 3, err: expect.stringContaining('[unauthenticated]') as string },
    });
  });

  it('says so when nothing listens there', async () => {
    world.env['KENNY_URL'] = 'http://127.0.0.1:9';
    const { code, err } = await world.run('approvals', 'watch');
    expect(code).toBe(4);
    expect(err).toContain('nothing listens there');
  });

  it('ends when its token does', async () => {
    const body = { operator: { id: 'bo' }, name: 'v', scope: 'operator' };
    const made = (await server.http<{ id: string; token: string }>('POST', '/api/tokens', body))
      .body;
    await connectPc();
    const { id } = await asked('echo 1');
    world.env['KENNY_TOKEN'] = made.token;
    const run = world.run('approvals', 'watch');
    await world.out.said(id);
    await server.http('DELETE', `/api/tokens/${made.id}`);
    expect(await run).toMatchObject({ code: 3 });
  });
});

describe('kenny audit tail', () => {
  it('shows the end of the audit log, oldest first', async () => {
    await server.enrol('pc1');
    await server.enrol('pc2');
    const { code, out } = await world.run('audit', 'tail', '-n', '2');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\d+ 20\S+Z admin agent create on pc2 through http$/);
  });

  it('follows it without losing or repeating a row', async () => {
    await server.enrol('pc1');
    const watcher = aWorld();
    const run = watcher.run('audit', 'tail', '--follow', '--json', '-n', '1');
    await watcher.out.said('"seq"');
    await server.enrol('pc2');
    await server.enrol('pc3');
    const stored = (await server.audit('limit=5')).reverse();
    await watcher.out.said(stored.at(-1)?.id ?? 'nothing');
    const { code, out } = await stopped(watcher, run);
    expect(code).toBe(130);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditRowView);
    expect(rows).toEqual(stored);
  });
});
