import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeControl } from '../src/control/control-file.js';
import { temporaryFolder } from '../test/temporary-folder.js';
import { until } from '../test/until.js';
import { launchAgent, type LaunchedAgent, type LaunchOptions } from './launch-agent.js';
import { TestServer, type TestConnection } from './test-server.js';

let server: TestServer;
let agent: LaunchedAgent | undefined;

beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(async () => {
  await agent?.stop();
  agent = undefined;
  await server.close();
});
const folder = temporaryFolder();

async function connect(options: Partial<LaunchOptions> = {}): Promise<TestConnection> {
  agent = await launchAgent({ server, folder: folder.path, random: () => 0, ...options });
  return server.accept();
}

const command = (text: string, timeout_s = 30) => ({ command: text, timeout_s });
const file = (name: string): string => join(folder.path, name);
const content = (name: string): Promise<string> => readFile(file(name), 'utf8').catch(() => '');

describe('requests over a real connection', () => {
  it('run at the same time and are answered out of order', async () => {
    const connection = await connect();
    const slow = connection.call(
      'shell_exec',
      command(`until [ -e ${file('go')} ]; do sleep 0.05; done`),
    );
    const quick = await connection.call('shell_exec', command('echo quick'));
    expect(quick.result).toEqual({ stdout: 'quick\n', stderr: '', exit_code: 0 });
    await writeFile(file('go'), '');
    expect((await slow).result).toMatchObject({ exit_code: 0 });
  });

  it('are answered without any token of kenny, in whatever text it stood', async () => {
    const connection = await connect();
    const token = `kny_${'a1B2'.repeat(10)}xyz`;
    await writeFile(file('notes.txt'), `login "${token}" now`);
    const read = await connection.call('fs_read', { path: file('notes.txt') });
    expect(read.result).toMatchObject({ content: 'login "kny_***" now' });
    const said = await connection.call('shell_exec', command(`cat ${file('notes.txt')} >&2`));
    expect(said.result).toMatchObject({ stderr: 'login "kny_***" now' });
    const missing = await connection.call('fs_list', { path: file(token) });
    expect(JSON.stringify(missing)).not.toContain(token);
  });

  it('do not hold up the heartbeat', async () => {
    const connection = await connect();
    const slow = connection.call(
      'shell_exec',
      command(`until [ -e ${file('go')} ]; do sleep 0.05; done`),
    );
    connection.send({ type: 'ping' });
    await connection.next('pong');
    await writeFile(file('go'), '');
    await slow;
  });

  it('are cut at their deadline, the whole process tree with them', async () => {
    const connection = await connect();
    const text = `(trap '' TERM; echo $$ > ${file('pid')}; while :; do sleep 600; done)`;
    const answer = await connection.call('shell_exec', command(text, 1));
    expect(answer.error).toEqual({ code: 'timeout', message: 'tool exceeded 1s and was ended' });
    await until(() => isGone(file('pid')));
  });

  it('are ended by a cancel frame', async () => {
    const connection = await connect();
    const id = randomUUID();
    const answer = connection.call('shell_exec', command(`touch ${file('began')}; sleep 600`), id);
    await until(async () => (await readFile(file('began')).catch(() => undefined)) !== undefined);
    connection.send({ type: 'cancel', id });
    expect((await answer).error).toEqual({ code: 'exec_failed', message: 'cancelled' });
  });

  it('beyond 8 running and 32 waiting are refused as busy, and the others are served', async () => {
    const connection = await connect();
    const text = `until [ -e ${file('go')} ]; do sleep 0.05; done`;
    const answers = Array.from({ length: 41 }, () => connection.call('shell_exec', command(text)));
    const refused = await Promise.race(answers);
    expect(refused.error?.code).toBe('internal');
    expect(refused.error?.message).toMatch(/^busy/);
    await writeFile(file('go'), '');
    const all = await Promise.all(answers);
    expect(all.filter(({ ok }) => ok)).toHaveLength(40);
  });

  it('with a huge result get an error instead of a frame the server would refuse', async () => {
    const connection = await connect();
    const text = "head -c 4000000 /dev/zero | tr '\\0' '\\001'";
    const answer = await connection.call('shell_exec', command(text));
    expect(answer.error).toEqual({
      code: 'exec_failed',
      message: expect.stringContaining('result too large') as string,
    });
  });

  it('with more output than is kept say that it was cut', async () => {
    const connection = await connect();
    const { result } = await connection.call(
      'shell_exec',
      command('yes | head -c 6000000; echo end'),
    );
    expect(result).toMatchObject({ exit_code: 0, truncated: true });
    expect(String(result?.['stdout'])).toHaveLength(4 * 1024 * 1024);
  });

  it('for a change run once, however often they come', async () => {
    const connection = await connect();
    const id = randomUUID();
    const args = command(`echo ran >> ${file('out')}`);
    const first = await connection.call('shell_exec', args, id);
    expect(await connection.call('shell_exec', args, id)).toEqual(first);
    connection.terminate();
    const next = await server.accept();
    expect(await next.call('shell_exec', args, id)).toEqual(first);
    expect((await next.call('shell_exec', command('echo other'), id)).error?.code).toBe('bad_args');
    expect((await next.call('call_status', { id })).result).toEqual({
      state: 'done',
      response: first,
    });
    expect(await content('out')).toBe('ran\n');
  });

  it('for an approval run once, as a server asks whose database was set back', async () => {
    const connection = await connect();
    const approval = randomUUID();
    const change = command(`echo ran >> ${file('out')}`);
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    expect((await connection.call('shell_exec', change, first, approval)).ok).toBe(true);
    const refused = await connection.call('shell_exec', change, second, approval);
    expect(refused.error).toEqual({
      code: 'approval_used',
      message: expect.stringContaining(`by the call ${first} of `) as string,
    });
    await agent?.stop();
    const next = await connect();
    expect((await next.call('shell_exec', change, second, approval)).error).toEqual(refused.error);
    const other = command(`echo other >> ${file('out')}`);
    expect((await next.call('shell_exec', other, third, approval)).error?.code).toBe(
      'approval_used',
    );
    expect((await next.call('call_status', { id: second })).result).toEqual({
      state: 'done',
      response: refused,
    });
    expect(await content('out')).toBe('ran\n');
  });

  it('for a change that outlives its connection are settled by call_status', async () => {
    const connection = await connect();
    const id = randomUUID();
    const text = `echo began > ${file('out')}; until [ -e ${file('go')} ]; do sleep 0.05; done; echo done`;
    void connection.call('shell_exec', command(text), id).catch(() => undefined);
    await until(async () => (await content('out')) !== '');
    connection.terminate();
    const next = await server.accept();
    expect((await next.call('call_status', { id })).result).toEqual({ state: 'running' });
    await writeFile(file('go'), '');
    const late = await next.next('response', (frame) => frame.id === id);
    expect(late.result).toMatchObject({ stdout: 'done\n' });
    expect((await next.call('call_status', { id })).result).toMatchObject({ state: 'done' });
    expect((await next.call('call_status', { id: 'never' })).result).toEqual({ state: 'not_seen' });
  });

  it('that the guard refuses are blocked whoever approved them', async () => {
    const connection = await connect();
    const { error } = await connection.call('shell_exec', command('rm -rf /'));
    expect(error).toEqual({
      code: 'blocked',
      message: expect.stringMatching(/^refused by agent safety policy: \S+: /) as string,
    });
  });
});

describe('the kill switch', () => {
  it('turned off ends what changes, refuses the next, and is said in a new register', async () => {
    const connection = await connect();
    const { controlFile } = agent ?? { controlFile: '' };
    const running = connection.call('shell_exec', command(`touch ${file('began')}; sleep 600`));
    await until(async () => (await readFile(file('began')).catch(() => undefined)) !== undefined);
    await writeControl(controlFile, false);
    expect((await running).error?.code).toBe('disabled');
    expect(await connection.ended).toBe(1000);
    const next = await server.accept();
    expect((await next.next('register')).meta.remote_control).toBe(false);
    expect((await next.call('shell_exec', command('echo x'))).error?.code).toBe('disabled');
    expect((await next.call('fs_list', { path: '/' })).ok).toBe(true);
    await writeControl(controlFile, true);
    await next.ended;
    const last = await server.accept();
    expect((await last.next('register')).meta.remote_control).toBe(true);
    expect((await last.call('shell_exec', command('echo x'))).ok).toBe(true);
  });
});

describe("the operators' rules", () => {
  const rule = {
    id: 'op_no_figlet',
    applies_to: 'posix' as const,
    pattern: '(?i)\\bfiglet\\b',
    reason: 'operator: no banners',
  };

  it('count from the policy frame on, are replaced whole, and a bad one is skipped', async () => {
    const connection = await connect();
    const bad = { ...rule, id: 'op_bad', pattern: '(unclosed' };
    connection.send({ type: 'policy', rules: [bad, rule] });
    expect((await connection.call('shell_exec', command('figlet hi'))).error).toEqual({
      code: 'blocked',
      message: expect.stringContaining('op_no_figlet') as string,
    });
    expect((await connection.call('shell_exec', command('echo hi'))).ok).toBe(true);
    connection.send({ type: 'policy', rules: [] });
    const { error } = await connection.call('shell_exec', command('figlet hi || true'));
    expect(error).toBeUndefined();
    expect(agent?.printed.filter((line) => line.includes('op_bad'))).toHaveLength(1);
  });

  it('are kept for the next start and count before the first connection', async () => {
    const connection = await connect();
    connection.send({ type: 'policy', rules: [rule] });
    await connection.call('call_status', { id: 'x' });
    await agent?.stop();
    agent = await launchAgent({ server, folder: folder.path });
    const next = await server.connection();
    await next.challenge(new Uint8Array(32).fill(0x51));
    await next.next('auth');
    // No policy frame yet.
    expect((await next.call('shell_exec', command('figlet hi'))).error?.code).toBe('blocked');
  });
});

describe('the log', () => {
  it('is forwarded, also from before the connection, without echoing itself', async () => {
    const connection = await connect();
    const started = await connection.next('log', ({ message }) => message.includes('started'));
    expect(started).toMatchObject({ agent_id: 'pc1', level: 'info' });
    await connection.call('shell_exec', command('true'));
    await connection.next('log', ({ message }) => message === 'a call ended');
    const texts = connection.frames.flatMap((frame) => (frame.type === 'log' ? [frame] : []));
    expect(new Set(texts.map((frame) => JSON.stringify(frame))).size).toBe(texts.length);
  });

  it('never holds the arguments of a call', async () => {
    const connection = await connect({ settings: { KENNY_LOG_FORWARD_LEVEL: 'trace' } });
    await connection.call('shell_exec', command('echo very-private-words'));
    await connection.next('log', ({ message }) => message === 'a call ended');
    expect(JSON.stringify(connection.frames.filter(({ type }) => type === 'log'))).not.toContain(
      'very-private',
    );
    expect(agent?.printed.join()).not.toContain('very-private');
  });
});

async function isGone(pidFile: string): Promise<boolean> {
  const pid = Number(await readFile(pidFile, 'utf8'));
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  return stat === undefined || stat.includes(') Z');
}
