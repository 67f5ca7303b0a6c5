import { AGENTCTL_TIMES } from '@kenny/contract/agentctl';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, processesNamed, processesWith } from '../test/processes.js';
import { SidecarWorld } from '../test/sidecar-world.js';
import { temporaryFolder } from '../test/temporary-folder.js';
import { until } from '../test/until.js';

const START = '/api/v1/start';
const STOP = '/api/v1/stop';
/** In the environment of the agent and of whatever it starts. */
const NAME = `AGENT_OF_THIS_SPEC=${process.pid}`;

describe('starting and stopping', () => {
  const folder = temporaryFolder();
  let world: SidecarWorld;
  afterEach(() => world.close());

  const open = async (words?: string[]): Promise<void> => {
    world = await SidecarWorld.open(words ? { words } : {});
  };
  const pid = async (): Promise<number> => {
    const { process_info } = (await world.get('/api/v1/status')).body;
    return Number((process_info as { pid?: number }).pid);
  };

  it('starts, stops and starts again, and never two at once', async () => {
    await open();
    expect(await world.post(STOP)).toEqual({
      status: 200,
      body: { success: true, message: 'agent stopped' },
    });
    const started = { status: 200, body: { success: true, message: 'agent started' } };
    const answers = await Promise.all([world.post(START), world.post(START)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)).toEqual(started);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'conflict',
      message: 'agent is already running',
    });
    const first = await pid();
    await world.post(STOP);
    expect((await world.get('/api/v1/status')).body).toEqual({
      agent_status: 'stopped',
      process_info: { status: 'stopped', exit_code: 0 },
    });
    expect(await world.post(START)).toEqual(started);
    expect(await pid()).not.toBe(first);
    expect(isAlive(first)).toBe(false);
    expect(await world.tell('echo', { again: true })).toEqual({ again: true });
  });

  it('tells one that does not end with its input by SIGTERM, then by SIGKILL', async () => {
    await open();
    await world.post(START);
    await world.tell('deaf');
    const stopped = world.post(STOP);
    await until(() => world.is('stopping'));
    expect(world.clock.nextTimerIn).toBe(AGENTCTL_TIMES.endOfInputMs);
    world.clock.advance(AGENTCTL_TIMES.endOfInputMs);
    expect(world.clock.nextTimerIn).toBe(AGENTCTL_TIMES.termMs);
    expect(isAlive(await pid())).toBe(true);
    world.clock.advance(AGENTCTL_TIMES.termMs);
    expect(await stopped).toMatchObject({ status: 200 });
    expect((await world.get('/api/v1/status')).body['process_info']).toEqual({
      status: 'stopped',
      exit_code: 137,
      exit_error: 'ended by SIGKILL',
    });
  });

  it('begins with SIGTERM when it is forced, also when it is being stopped already', async () => {
    await open();
    await world.post(START);
    // Sees the end of its input too late.
    await world.post('/api/v1/acp/send', { method: 'hang' });
    const stopped = world.post(STOP);
    await until(() => world.is('stopping'));
    expect(await world.post(STOP, { force: true })).toMatchObject({ status: 200 });
    expect(await stopped).toMatchObject({ status: 200 });
    expect((await world.get('/api/v1/status')).body['process_info']).toMatchObject({
      exit_code: 143,
    });
  });

  it.each(['plain', 'session', 'orphan', 'lost'])(
    'leaves no child behind, of the kind: %s',
    async (kind) => {
      const [name, value = ''] = NAME.split('=');
      world = await SidecarWorld.open({
        command: {
          words: [process.execPath, join(process.cwd(), 'apps/agentctl/test/puppet.mjs')],
          cwd: folder.path,
          env: { PATH: '/usr/bin:/bin', [String(name)]: value },
        },
      });
      await world.post(START);
      await world.tell('child', { kind });
      await until(() => processesWith(NAME).length === 2);
      await world.post('/api/v1/acp/send', { method: 'exit', params: { code: 0 } });
      await until(() => world.is('stopped'));
      expect(processesWith(NAME)).toEqual([]);
    },
  );

  it('hands the agent its environment as it is, its folder and its arguments', async () => {
    const words = [
      process.execPath,
      join(process.cwd(), 'apps/agentctl/test/puppet.mjs'),
      'a b',
      '',
    ];
    // Names that a shell would drop.
    const env = { PATH: '/usr/bin:/bin', 'npm.config-x': 'ä\n"', EMPTY: '' };
    world = await SidecarWorld.open({ command: { words, cwd: folder.path, env } });
    await world.post(START);
    const seen = (await world.tell('world')) as {
      env: Record<string, string>;
      args: string[];
      cwd: string;
    };
    const { RUN_BY_AGENTCTL, ...rest } = seen.env;
    expect(RUN_BY_AGENTCTL).toMatch(/^[0-9a-f]{32}$/);
    expect({ ...seen, env: rest }).toEqual({ env, args: ['a b', ''], cwd: folder.path });
  });

  it('ends an agent whose guard was killed', async () => {
    await open();
    await world.post(START);
    const { env } = (await world.tell('world')) as { env: Record<string, string> };
    const keeper = processesNamed(String(env['RUN_BY_AGENTCTL']));
    expect(keeper).toHaveLength(1);
    process.kill(Number(keeper[0]), 'SIGKILL');
    await until(() => world.is('error'));
    expect((await world.get('/api/v1/status')).body['process_info']).toMatchObject({
      exit_error: 'the process that guards it was killed',
    });
  });

  it.each([
    ['is not there', 'no-such-agent', 'was not found (ENOENT)'],
    ['is a path to nothing', './nowhere/agent', 'was not found (ENOENT)'],
    ['may not be run', './closed', 'may not be run (EACCES)'],
    ['is a folder', './folder', 'is a folder (EACCES)'],
    [
      'needs another that is not there',
      './script',
      'needs "/no/such/shell", which was not found (ENOENT)',
    ],
  ])('says in words that a command %s', async (_, word, words) => {
    await writeFile(join(folder.path, 'closed'), 'x', { mode: 0o644 });
    await writeFile(join(folder.path, 'script'), '#!/no/such/shell -e\n', { mode: 0o755 });
    await mkdir(join(folder.path, 'folder'));
    const command = { words: [word], cwd: folder.path, env: { PATH: '/usr/bin:/bin' } };
    world = await SidecarWorld.open({ command });
    const { status, body } = await world.post(START);
    expect(status).toBe(500);
    expect(body).toMatchObject({
      error: 'internal_error',
      message: `agent cannot be started: ${JSON.stringify(word)} ${words}`,
    });
    expect(await world.is('error')).toBe(true);
  });

  it('says that a folder is not there, and starts once it is', async () => {
    const cwd = join(folder.path, 'later');
    const words = [process.execPath, join(process.cwd(), 'apps/agentctl/test/puppet.mjs')];
    world = await SidecarWorld.open({ command: { words, cwd, env: {} } });
    expect((await world.post(START)).body['message']).toContain(
      `${JSON.stringify(cwd)} is not there`,
    );
    await mkdir(cwd);
    expect(await world.post(START)).toMatchObject({ status: 200 });
  });

  it('starts it by itself when told so, and goes on when that fails', async () => {
    world = await SidecarWorld.open({ autoStart: true });
    await until(() => world.is('running'));
    await world.close();
    world = await SidecarWorld.open({ autoStart: true, words: ['no-such-agent'] });
    await until(() => world.is('error'));
    expect(await world.get('/health')).toMatchObject({ status: 200 });
    expect(world.logged.join('')).toContain('was not found (ENOENT)');
  });
});
