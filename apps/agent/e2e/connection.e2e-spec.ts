import { AGENT_TOOL_NAMES, CLOSE_CODES, KENNY_VERSION } from '@kenny/contract/agent';
import { FakeClock } from '@kenny/testing';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../test/temporary-folder.js';
import { until } from '../test/until.js';
import { launchAgent, type LaunchedAgent, type LaunchOptions } from './launch-agent.js';
import { IMPOSTOR_SEED, SERVER_SEED, TestServer } from './test-server.js';

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
// Registered last: the folder goes when nobody works in it any more.
const folder = temporaryFolder();

async function launch(options: Partial<LaunchOptions> = {}): Promise<LaunchedAgent> {
  agent = await launchAgent({ server, folder: folder.path, ...options });
  return agent;
}

let held = new FakeClock();

/** An agent whose time the test moves. */
function launchHeld(): Promise<LaunchedAgent> {
  held = new FakeClock();
  return launch({ clock: held, random: () => 0 });
}

/** Waits until the agent has given up its connection, and lets the wait before the next one pass. */
async function nextAttempt(): Promise<void> {
  const printed = agent?.printed ?? [];
  await until(() => retries(printed).length > 0);
  await held.advanceAsync(retries(printed).at(-1) ?? NaN);
}

describe('the handshake', () => {
  it('registers, proves itself over both nonces and sends telemetry once it is taken in', async () => {
    const { stateFolder } = await launch({ collect: async () => ({ disk: { status: 'ok' } }) });
    const connection = await server.connection();
    const register = await connection.next('register');
    expect(register).toMatchObject({
      agent_id: 'pc1',
      protocol: '0.8',
      meta: { os: 'linux', version: KENNY_VERSION, remote_control: true, service: false },
    });
    expect(Buffer.from(register.client_nonce ?? '', 'base64')).toHaveLength(32);
    await connection.challenge(SERVER_SEED);
    expect(await connection.provedBy(await readFile(join(stateFolder, 'agent.key')))).toBe(true);
    expect(connection.types()).toEqual(['register', 'auth']);
    connection.send({ type: 'policy', rules: [] });
    expect(await connection.next('telemetry')).toMatchObject({
      agent_id: 'pc1',
      snapshot: { disk: { status: 'ok' } },
    });
  });

  it('announces the tools that this PC really has, and nothing that is unsupported', async () => {
    await launch();
    const { meta } = await (await server.connection()).next('register');
    expect(meta.tools).toEqual(expect.arrayContaining(['fs_list', 'shell_exec', 'call_status']));
    expect(meta.tools).not.toContain('powershell_exec');
    expect(meta.tools?.every((tool) => AGENT_TOOL_NAMES.some((name) => name === tool))).toBe(true);
    expect(meta.features).toEqual([
      ...['cancel', 'call_status', 'posix_rules', 'shell_exec', 'response_parts'],
      ...['disk_cleanable', 'disk_clean', 'fs_folder_sizes'],
    ]);
  });

  it('uses a fresh nonce for every attempt', async () => {
    await launchHeld();
    const first = await server.connection();
    const { client_nonce } = await first.next('register');
    first.terminate();
    await nextAttempt();
    const second = await (await server.connection()).next('register');
    expect(second.client_nonce).not.toBe(client_nonce);
  });

  it('sends no auth to a server that cannot prove its key, runs nothing for it, and comes back', async () => {
    const { controlFile } = await launchHeld();
    const impostor = await server.connection();
    await impostor.challenge(IMPOSTOR_SEED);
    impostor.send({ type: 'policy', rules: [] });
    impostor.send({
      type: 'request',
      id: 'evil',
      tool: 'shell_exec',
      args: { command: `touch ${controlFile}.evil` },
    });
    await impostor.ended;
    expect(impostor.types()).toEqual(['register']);
    await expect(readFile(`${controlFile}.evil`)).rejects.toThrow(/ENOENT/);
    await nextAttempt();
    const honest = await server.accept();
    expect((await honest.call('fs_list', { path: '/' })).ok).toBe(true);
  });

  it.each([
    ['a request first', { type: 'request', id: 'x', tool: 'fs_list', args: { path: '/' } }],
    ['a policy first', { type: 'policy', rules: [] }],
    ['a short nonce', { type: 'challenge', server_nonce: 'AAAA', server_sig: 'AAAA' }],
  ] as const)('gives up on %s', async (_name, frame) => {
    await launchHeld();
    const connection = await server.connection();
    await connection.next('register');
    connection.send(JSON.stringify(frame));
    await connection.ended;
    expect(connection.types()).toEqual(['register']);
    await nextAttempt();
    await server.accept();
  });

  it('gives up on a challenge that was recorded earlier', async () => {
    await launchHeld();
    const first = await server.connection();
    await first.challenge(SERVER_SEED);
    await first.next('auth');
    const nonce = Buffer.alloc(32, 0xbb).toString('base64');
    first.terminate();
    await nextAttempt();
    const second = await server.connection();
    await second.next('register');
    // The signature of the first connection does not cover the nonce of this one.
    second.send({ type: 'challenge', server_nonce: nonce, server_sig: 'A'.repeat(86) + '==' });
    await second.ended;
    expect(second.types()).toEqual(['register']);
  });

  it('does not wait without end for a silent server', async () => {
    const clock = new FakeClock();
    const { printed } = await launch({ clock, random: () => 0 });
    const silent = await server.connection();
    await silent.next('register');
    await clock.advanceAsync(10_000);
    await silent.ended;
    await until(() => retries(printed).length === 1);
    await clock.advanceAsync(1_000);
    await (await server.connection()).next('register');
  });
});

describe('coming back', () => {
  it('gives up on a server that never takes it in after its proof', async () => {
    const clock = new FakeClock();
    const { printed } = await launch({ clock, random: () => 0 });
    const connection = await server.connection();
    await connection.challenge(SERVER_SEED);
    await connection.next('auth');
    await clock.advanceAsync(29_999);
    expect(retries(printed)).toEqual([]);
    await clock.advanceAsync(1);
    await connection.ended;
    expect(connection.types()).not.toContain('telemetry');
    await until(() => retries(printed).length === 1);
  });

  it('can be stopped at any moment of an attempt', async () => {
    await launch({ clock: new FakeClock() });
    const connection = await server.connection();
    await connection.next('register');
    await agent?.stop();
    agent = undefined;
    expect(await connection.ended).toBe(1006);
  });

  it('waits longer from attempt to attempt, with jitter, up to a minute', async () => {
    const clock = new FakeClock();
    const { printed } = await launch({ clock, random: () => 0.5 });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const connection = await server.connection();
      await connection.next('register');
      connection.terminate();
      await until(() => retries(printed).length === attempt);
      const delay = retries(printed).at(-1) ?? NaN;
      waits.push(delay);
      await clock.advanceAsync(delay);
    }
    expect(waits).toEqual([1_500, 2_500, 4_500, 8_500, 16_500, 30_500, 30_500]);
  });

  it.each([
    [CLOSE_CODES.removed, 5 * 60_000],
    [CLOSE_CODES.replaced, 5 * 60_000],
    [CLOSE_CODES.unauthenticated, 60_000],
  ])('after %d waits at least %d ms, and keeps its key', async (code, ms) => {
    const clock = new FakeClock();
    const { stateFolder, printed } = await launch({ clock, random: () => 0 });
    const key = await readFile(join(stateFolder, 'agent.key'));
    const connection = await server.accept();
    connection.close(code);
    await until(() => retries(printed).length === 1);
    await clock.advanceAsync(ms - 1);
    expect(server.count).toBe(1);
    await clock.advanceAsync(1);
    const next = await server.connection();
    await next.challenge(SERVER_SEED);
    expect(await next.provedBy(key)).toBe(true);
  });

  it('finds out by itself that the server is gone, after 90 s of silence', async () => {
    const clock = new FakeClock();
    const { printed } = await launch({ clock, random: () => 0 });
    const connection = await server.accept();
    await until(() => printed.some((line) => line.includes('connected url')));
    await clock.advanceAsync(89_000);
    await until(() => connection.types().filter((type) => type === 'ping').length === 2);
    expect(retries(printed)).toEqual([]);
    await clock.advanceAsync(1_000);
    await connection.ended;
    await until(() => retries(printed).length === 1);
    await clock.advanceAsync(retries(printed)[0] ?? NaN);
    await server.accept();
  });

  it('takes a pong, or anything else, as a sign of life', async () => {
    const clock = new FakeClock();
    const { printed } = await launch({ clock });
    const connection = await server.accept();
    for (let minute = 1; minute <= 5; minute += 1) {
      await clock.advanceAsync(30_000);
      await connection.next('ping', (_frame, at) => at >= minute);
      connection.send({ type: 'ping' });
      const pongs = (): number => connection.types().filter((type) => type === 'pong').length;
      await until(() => pongs() === minute);
    }
    await clock.advanceAsync(89_000);
    expect(retries(printed)).toEqual([]);
  });

  it('survives frames that are malformed, and goes on serving', async () => {
    const { printed } = await launch();
    const connection = await server.accept();
    const deep = `{"type":"policy","rules":${'['.repeat(100)}${']'.repeat(100)}}`;
    const bad = ['', 'x', '[]', '{}', '{"type":"teleport"}', '{"type":"request","id":7}', deep];
    for (const text of bad) connection.send(text);
    connection.send(Buffer.from('{"type":"ping"}'));
    connection.send('{"type":"request","id":"1","tool":"fs_list","args":{"__proto__":{}}}');
    expect((await connection.call('fs_list', { path: '/' })).ok).toBe(true);
    expect(printed.filter((line) => line.includes('was dropped')).length).toBeGreaterThan(0);
  });

  it('ends a connection whose server sends frames beyond every measure, and comes back', async () => {
    await launchHeld();
    const connection = await server.accept();
    connection.send('x'.repeat(5 * 1024 * 1024));
    expect(await connection.ended).toBe(1009);
    await nextAttempt();
    await server.accept();
  });
});

/** The waits that were logged, in ms. */
function retries(printed: readonly string[]): number[] {
  return printed.flatMap((line) => {
    const [, ms] = /try again retry_in_ms=(\d+)/.exec(line) ?? [];
    return ms === undefined ? [] : [Number(ms)];
  });
}
