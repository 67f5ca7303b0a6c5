import type { CallState } from '@kenny/contract/agent';
import { FAULT_POINTS, type FaultPoint } from '@kenny/kernel';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../test/temporary-folder.js';
import { until } from '../test/until.js';
import { buildAgent, killAt, spawnAgent, type AgentProcess } from './built-agent.js';
import { TestServer } from './test-server.js';

let built: string;
let build: string;
let server: TestServer;
const processes: AgentProcess[] = [];

beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'kenny-agent-build-'));
  built = await buildAgent(build);
});
afterAll(() => rm(build, { recursive: true, force: true }));
beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(async () => {
  for (const { child, ended } of processes.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await server.close();
});
const folder = temporaryFolder();

function start(...words: string[]): AgentProcess {
  const agent = spawnAgent(words, server, join(folder.path, 'state'));
  processes.push(agent);
  return agent;
}

/** How often the command really ran. */
async function runs(): Promise<number> {
  const text = await readFile(join(folder.path, 'out'), 'utf8').catch(() => '');
  return text.split('\n').length - 1;
}

const command = (): object => ({
  command: `echo ran >> ${join(folder.path, 'out')}`,
  timeout_s: 30,
});

describe('a change call whose agent is killed', () => {
  /** What is true after the kill: what the journal knows, and how often the command ran. */
  const truth: [FaultPoint, CallState, number][] = [
    ['agent.request_received', 'not_seen', 0],
    ['agent.journal_started', 'interrupted', 0],
    ['agent.before_handler', 'interrupted', 0],
    ['agent.after_handler', 'interrupted', 1],
    ['agent.journal_finished', 'done', 1],
    ['agent.before_send', 'done', 1],
    ['agent.after_send', 'done', 1],
  ];

  it('is tried at every fault point of an agent', () => {
    const tried = truth.map(([point]) => point);
    expect(tried).toEqual(FAULT_POINTS.filter((point) => point.startsWith('agent.')));
  });

  it.each(truth)('at %s is known as %s, having run %d times', async (point, state, ran) => {
    const killed = start('--require', await killAt(folder.path, point), built);
    const [id, approval] = [randomUUID(), randomUUID()];
    const first = await server.accept();
    first.send({ type: 'request', id, tool: 'shell_exec', args: { ...command() }, approval });
    expect(await killed.ended).toBe('SIGKILL');
    expect(await runs()).toBe(ran);

    start(built);
    const connection = await server.accept();
    expect((await connection.call('call_status', { id })).result?.['state']).toBe(state);
    const again = await connection.call('shell_exec', command(), id, approval);
    expect(again.error?.message.split(':')[0]).toBe(state === 'interrupted' ? state : undefined);
    const other = await connection.call('shell_exec', command(), randomUUID(), approval);
    expect(other.error?.code).toBe('approval_used');
    expect(await runs()).toBe(state === 'not_seen' ? 1 : ran);
  });

  it('while its program runs is interrupted', async () => {
    const killed = start(built);
    const connection = await server.accept();
    const id = randomUUID();
    const text = `echo ran >> ${join(folder.path, 'out')}; sleep 600`;
    const args = { command: text, timeout_s: 600 };
    connection.send({ type: 'request', id, tool: 'shell_exec', args });
    await until(async () => (await runs()) === 1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    start(built);
    const next = await server.accept();
    expect((await next.call('call_status', { id })).result).toEqual({ state: 'interrupted' });
    expect((await next.call('shell_exec', args, id)).ok).toBe(false);
    expect(await runs()).toBe(1);
  });
});

describe('the agent as a process', () => {
  it('ends what runs, says goodbye and exits with 0 on SIGTERM', async () => {
    const agent = start(built);
    const connection = await server.accept();
    const answer = connection.call('shell_exec', { command: 'sleep 600', timeout_s: 600 });
    await until(() => agent.output().includes('connected url'));
    agent.child.kill('SIGTERM');
    expect((await answer).error?.message).toMatch(/^interrupted/);
    expect(await connection.ended).toBe(1000);
    expect(await agent.ended).toBe(0);
  });

  it('does not share its state folder with a second one', async () => {
    const first = start(built);
    await server.accept();
    const second = start(built);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`process ${first.child.pid}`);
  });
});
