import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { buildAgentctl } from '@kenny/testing';
import { childProgram, startChild } from '../../../test/child-program.js';
import { Podman, whyNoPodman } from '../../../test/podman.js';
import { aType, RuntimeWorld, type Told } from '../../../test/runtime-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const newDir = tempDirs();
const why = whyNoPodman();
if (why !== undefined) process.stdout.write(`not on this machine: agents in containers (${why})\n`);

const IMAGE = 'localhost/test-agent:1';
/** Answers what it is asked of its own world. */
const AGENT = `
import { createInterface } from 'node:readline';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
const say = (value) => console.log(JSON.stringify({ jsonrpc: '2.0', method: 'said', params: { text: JSON.stringify(value) } }));
say('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { method } = JSON.parse(line);
  if (method === 'env') say(process.env);
  if (method === 'words') say(process.argv.slice(2));
  if (method === 'write') { writeFileSync('from-agent', 'x'); say(process.cwd()); }
  if (method === 'processes') say(readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).map((pid) => readFileSync('/proc/' + pid + '/cmdline', 'utf8')));
  if (method === 'rights') say(readFileSync('/proc/self/status', 'utf8').split('\\n').filter((text) => /^(CapEff|NoNewPrivs)/.test(text)));
  if (method === 'end') process.exit(3);
}
`;

(why === undefined ? describe : describe.skip)('an agent in a container', () => {
  let podman: Podman;
  let agentctl: string;
  let world: RuntimeWorld;
  let dataDir: string;

  beforeAll(async () => {
    agentctl = await buildAgentctl(newDir());
    podman = await Podman.start();
    podman.image(IMAGE, agentctl, AGENT);
  }, 120_000);
  afterAll(() => podman.stop(), 60_000);
  beforeEach(() => (dataDir = join(newDir(), 'data')));
  afterEach(() => world.stop(), 60_000);

  const open = (publicUrl?: string): void => {
    world = new RuntimeWorld(dataDir, {
      ...{ agentctl, places: { docker: podman.socket } },
      ...(publicUrl === undefined ? {} : { publicUrl }),
    });
  };
  const type = (more = {}) => aType({ runtime: 'docker', command: [], image: IMAGE, ...more });
  const start = async (more = {}, run = {}): Promise<Told> => {
    const told = await world.start(type(more), run);
    expect(await told.said()).toBe('"ready"');
    return told;
  };
  const asked = async (told: Told, method: string): Promise<unknown> => {
    await told.tell({ jsonrpc: '2.0', method });
    return JSON.parse(await told.said());
  };

  it('runs the command of its image in the workspace of its task', async () => {
    open();
    const told = await start({ env: { PLAIN: 'a text' } }, { env: { TASK_DESCRIPTION: 'Look' } });
    expect(await asked(told, 'words')).toEqual(['--acp']);
    expect(await asked(told, 'write')).toBe('/workspace');
    const { host } = told.agent.workspace;
    expect(readFileSync(join(host, 'from-agent'), 'utf8')).toBe('x');
    expect(statSync(join(host, 'from-agent')).uid).toBe(process.getuid?.());
    const env = (await asked(told, 'env')) as Record<string, string>;
    expect(env).toMatchObject({
      ...{ PLAIN: 'a text', TASK_DESCRIPTION: 'Look', OF_THE_IMAGE: 'yes', HOME: '/home/agent' },
      KANDEV_INSTANCE_ID: told.run.run_id,
    });
    expect(Object.keys(env).filter((name) => /KENNY|AGENTCTL_/.test(name))).toEqual([]);
  }, 30_000);

  it('has no rights, and sees no process but those of its container', async () => {
    open();
    const told = await start();
    expect(await asked(told, 'rights')).toEqual([
      ...['CapEff:\t0000000000000000', 'NoNewPrivs:\t1'],
    ]);
    const processes = (await asked(told, 'processes')) as string[];
    expect(processes.length).toBeLessThan(8);
    expect(processes.join()).not.toContain('jest');
  }, 30_000);

  it('keeps its limits, and what its engine tells of it is no secret', async () => {
    open();
    const told = await start({ memory_mb: 256, cpu_cores: 0.5, env: { KEY: 'the-secret' } });
    const text = podman.run('inspect', `kenny-task-${told.run.run_id}`);
    expect(text).not.toContain('the-secret');
    expect(text).not.toContain(told.agent.token);
    const [{ HostConfig }] = JSON.parse(text) as [{ HostConfig: Record<string, unknown> }];
    expect(HostConfig).toMatchObject({ Memory: 256 * 1024 * 1024, NanoCpus: 500_000_000 });
  }, 30_000);

  it('is reached on loopback alone when it has a network of its own', async () => {
    open('https://kenny.example');
    const told = await start();
    expect(told.agent.shares_loopback).toBe(false);
    const { port, hostname } = new URL(told.agent.base_url);
    expect(hostname).toBe('127.0.0.1');
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      await expect(fetch(`http://${address}:${port}/health`)).rejects.toThrow();
    }
    expect(await asked(told, 'words')).toEqual(['--acp']);
  }, 30_000);

  it('ends by itself or when it is let go, and its container is gone', async () => {
    open();
    const told = await start();
    await told.tell({ jsonrpc: '2.0', method: 'end' });
    await once(told.input, 'end');
    expect(await told.agent.ended).toMatchObject({ exit_code: 3, words: 'exit status 3' });
    await told.agent.dispose();
    expect(podman.run('ps', '--all', '--quiet')).toBe('');
  }, 30_000);

  it('is found after a crash by the mark of its run', async () => {
    open();
    const [told, other] = [await start(), await start()];
    expect(await world.runtimes.killLeftovers([told.agent.marker])).toBe(1);
    expect(await told.agent.ended).toMatchObject({ exit_code: null });
    expect(await asked(other, 'words')).toEqual(['--acp']);
    expect(await world.runtimes.killLeftovers([told.agent.marker])).toBe(0);
  }, 30_000);

  it('ends when the server that launched it is killed', async () => {
    open();
    const program = await childProgram('launch-container.ts');
    const folder = join(newDir(), 'data');
    const run_id = randomUUID();
    const child = startChild(program.file, [folder, podman.socket, IMAGE, run_id]);
    await child.line((line) => line.includes('ready'));
    await child.killHard();
    podman.run('wait', `kenny-task-${run_id}`);
    podman.run('rm', `kenny-task-${run_id}`);
    program.remove();
  }, 120_000);

  it('is not available without an engine or its image', async () => {
    open();
    expect(await world.states.unavailable(type())).toBeNull();
    expect(await world.states.unavailable(type({ image: 'localhost/nothing:1' }))).toBe(
      'the image localhost/nothing:1 is not there: build or pull it',
    );
    await world.stop();
    const places = { docker: join(newDir(), 'nothing.sock') };
    world = new RuntimeWorld(dataDir, { agentctl, places });
    expect(await world.states.unavailable(type())).toContain('Docker or Podman does not answer');
    await expect(world.start(type())).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(join(dataDir, 'server.id'))).toBe(true);
  }, 30_000);
});
