import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltProgram } from '../test/built-program.js';
import { HttpClient } from '../test/http-client.js';
import { isAlive, processesNamed, processesWith } from '../test/processes.js';
import { until } from '../test/until.js';

const PUPPET = join(process.cwd(), 'apps/agentctl/test/puppet.mjs');
const TOKEN = 'not-in-any-list-of-processes';
const PATH = '/usr/local/bin:/usr/bin:/bin';

describe('the program', () => {
  let folder: string;
  let built: BuiltProgram;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agentctl-program-'));
    built = await BuiltProgram.build(folder);
  });
  afterEach(() => built.killAll());
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A name in the agents' environment, by which this test finds all of them. */
  const name = `AGENT_OF=${process.pid}`;
  const env = { PATH, AGENT_OF: String(process.pid) };
  const config = { token: TOKEN, command: [process.execPath, PUPPET], cwd: process.cwd(), env };
  const agents = (): number[] => processesWith(name);
  const tell = (client: HttpClient, method: string, params: object = {}) =>
    client.post('/api/v1/acp/call', { method, params });

  describe('managed by a server', () => {
    it('says where it listens, serves whoever has the token, and tells it to nobody', async () => {
      const { program, client } = await built.managed(config);
      expect(client.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(await new HttpClient(client.address, undefined).get('/health')).toMatchObject({
        status: 401,
      });
      await client.post('/api/v1/start');
      const world = (await tell(client, 'world')).body['result'] as { env: object; args: string[] };
      expect(world).toMatchObject({ env, args: [] });
      expect(Object.keys(world.env).sort()).toEqual(['AGENT_OF', 'PATH', 'RUN_BY_AGENTCTL']);
      expect(processesWith(TOKEN)).toEqual([]);
      expect(processesNamed(TOKEN)).toEqual([]);
      expect(program.stdout().split('\n')).toHaveLength(2);
      expect(program.stderr() + program.stdout()).not.toContain(TOKEN);
    });

    it('ends with its server: first the agent, deaf as it may be, and what it has started', async () => {
      const { program, client } = await built.managed(config);
      await client.post('/api/v1/start');
      await tell(client, 'child', { kind: 'lost' });
      await tell(client, 'deaf');
      await until(() => agents().length === 2);
      program.child.stdin?.end();
      expect(await program.ended).toBe(0);
      expect(agents()).toEqual([]);
    });

    it.each(['plain', 'session', 'orphan', 'lost'])(
      'killed with SIGKILL takes the agent and its child along, of the kind: %s',
      async (kind) => {
        const { program, client } = await built.managed(config);
        await client.post('/api/v1/start');
        await tell(client, 'deaf');
        await tell(client, 'child', { kind });
        await until(() => agents().length === 2);
        const { env: own } = (await tell(client, 'world')).body['result'] as {
          env: Record<string, string>;
        };
        const keepers = processesNamed(String(own['RUN_BY_AGENTCTL']));
        expect(keepers).toHaveLength(1);
        program.child.kill('SIGKILL');
        expect(await program.ended).toBe('SIGKILL');
        await until(() => agents().length === 0 && !keepers.some(isAlive));
      },
    );

    it('killed with SIGKILL leaves the agent of another one alone', async () => {
      const [one, other] = [await built.managed(config), await built.managed(config)];
      for (const { client } of [one, other]) await client.post('/api/v1/start');
      await until(() => agents().length === 2);
      one.program.child.kill('SIGKILL');
      await until(() => agents().length === 1);
      expect((await tell(other.client, 'echo', { here: true })).body['result']).toEqual({
        here: true,
      });
    });

    it.each<[string, string, string[]]>([
      ['is no JSON', '{"token":', ['no JSON']],
      ['is no object', '[]', ['must be a JSON object']],
      [
        'lacks everything',
        '{"more":1}',
        ['"more" is not a field', 'token must be', 'command must be', 'cwd must be', 'env must be'],
      ],
      [
        'has values of other types',
        JSON.stringify({
          ...config,
          token: 'short',
          command: [''],
          cwd: '.',
          env: { A: 1 },
          output_lines: 0,
        }),
        ['token must be', 'command must be', 'cwd must be', 'env must be', 'output_lines must be'],
      ],
    ])('refuses a line that %s, and says all that is wrong', async (_, line, words) => {
      const program = built.start(['--managed'], {});
      program.child.stdin?.write(`${line}\n`);
      expect(await program.ended).toBe(1);
      for (const part of words) expect(program.stderr()).toContain(part);
      expect(program.stdout()).toBe('');
    });

    it.each([
      ['none', ''],
      ['one without its end', JSON.stringify(config)],
      ['one that is too long', 'x'.repeat(1024 * 1024 + 1)],
    ])('refuses to start with no line but %s', async (_, text) => {
      const program = built.start(['--managed'], {});
      program.child.stdin?.end(text);
      expect(await program.ended).toBe(1);
      expect(program.stderr()).toContain('agentctl cannot start');
      expect(program.stderr()).not.toContain(TOKEN);
    });
  });

  describe('by itself', () => {
    const alone = {
      ...env,
      AGENTCTL_PORT: '0',
      AGENTCTL_AGENT_COMMAND: `"${process.execPath}" '${PUPPET}'`,
    };

    it('serves this machine, and hands the agent its environment without its own variables', async () => {
      const program = built.start([], { ...alone, AGENTCTL_AUTO_START: 'true', HOME: '/root' });
      const client = new HttpClient(await built.addressOf(program), undefined);
      await until(
        async () => (await client.get('/api/v1/status')).body['agent_status'] === 'running',
      );
      const { env: seen } = (await tell(client, 'world')).body['result'] as { env: object };
      expect(seen).toMatchObject({ ...env, HOME: '/root' });
      expect(Object.keys(seen).filter((key) => key.startsWith('AGENTCTL_'))).toEqual([]);
    });

    // Each waits six seconds for an agent that is deaf, so they wait together.
    it('ends the agent and itself at SIGTERM, and at SIGINT', async () => {
      const endedAt = async (signal: NodeJS.Signals) => {
        const program = built.start([], { ...alone, AGENTCTL_AUTO_START: '1' });
        const client = new HttpClient(await built.addressOf(program), undefined);
        await until(
          async () => (await client.get('/api/v1/status')).body['agent_status'] === 'running',
        );
        await tell(client, 'deaf');
        program.child.kill(signal);
        return program.ended;
      };
      expect(await Promise.all([endedAt('SIGTERM'), endedAt('SIGINT')])).toEqual([0, 0]);
      expect(agents()).toEqual([]);
    });

    it('asks for the token of its file, and then listens wherever it is told', async () => {
      const file = join(folder, 'token');
      await writeFile(file, `${TOKEN}\n`);
      const program = built.start([], {
        ...alone,
        AGENTCTL_HOST: '0.0.0.0',
        AGENTCTL_TOKEN_FILE: file,
      });
      const address = (await built.addressOf(program)).replace('0.0.0.0', '127.0.0.1');
      expect(await new HttpClient(address, undefined).get('/health')).toMatchObject({
        status: 401,
      });
      expect(await new HttpClient(address, TOKEN).get('/health')).toMatchObject({ status: 200 });
    });

    it('refuses to start with variables that are wrong or unknown, and names every one', async () => {
      const wrong = {
        AGENTCTL_PORT: '65536',
        AGENTCTL_HOST: '0.0.0.0',
        AGENTCTL_AGENT_COMMAND: 'agent "unclosed',
        AGENTCTL_AUTO_START: 'yes',
        AGENTCTL_LOG_LEVEL: 'loud',
        AGENTCTL_WORKDIR: '/no/such/folder',
        AGENTCTL_OUTPUT_BUFFER_SIZE: '0',
        AGENTCTL_COLOUR: 'red',
      };
      const program = built.start([], { PATH, ...wrong });
      expect(await program.ended).toBe(1);
      for (const variable of Object.keys(wrong))
        expect(program.stderr()).toContain(`  ${variable} `);
      const file = built.start([], { PATH, AGENTCTL_TOKEN_FILE: '/no/such/file' });
      expect(await file.ended).toBe(1);
      expect(file.stderr()).toContain('AGENTCTL_TOKEN_FILE cannot be read (ENOENT)');
    });

    it('says how it is started', async () => {
      const program = built.start(['--nonsense'], { PATH });
      expect(await program.ended).toBe(2);
      expect(program.stderr()).toContain('--managed');
    });

    it('has the version of its package', async () => {
      const { version } = JSON.parse(readFileSync('apps/agentctl/package.json', 'utf8')) as {
        version: string;
      };
      const program = built.start([], alone);
      const client = new HttpClient(await built.addressOf(program), undefined);
      expect((await client.get('/api/v1/info')).body['version']).toBe(version);
    });
  });
});
