import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WebSocket } from 'ws';
import { BuiltProgram } from '../test/built-program.js';
import { HttpClient } from '../test/http-client.js';
import { isInstalled } from '../test/processes.js';
import { until } from '../test/until.js';

const run = promisify(execFile);
const SEED = join(process.cwd(), 'apps/agentctl/test/seed');
const missing = ['jq', 'curl', 'bash'].filter((program) => !isInstalled(program));
if (missing.length > 0)
  console.warn(`skipped: the seed's example agent needs ${missing.join(', ')}`);

(missing.length > 0 ? describe.skip : describe)(
  "the seed's example agent, as it is written there",
  () => {
    let folder: string;
    let built: BuiltProgram;
    let address: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'agentctl-seed-'));
      built = await BuiltProgram.build(folder);
    });
    beforeEach(async () => {
      const program = built.start([], {
        PATH: `${String(process.env['PATH'])}:${SEED}`,
        AGENTCTL_PORT: '0',
        AGENTCTL_AGENT_COMMAND: `${join(SEED, 'agent.sh')} --acp`,
      });
      address = await built.addressOf(program);
    });
    afterEach(() => built.killAll());
    afterAll(() => rm(folder, { recursive: true, force: true }));

    /** A line of the seed, with another port. */
    async function line(text: string): Promise<unknown> {
      const own = text.replace('http://localhost:9999', address.replace('127.0.0.1', 'localhost'));
      const { stdout } = await run('bash', ['-c', own]);
      return JSON.parse(stdout);
    }

    it('is healthy, started and initialized by its curl lines', async () => {
      expect(await line('curl http://localhost:9999/health')).toMatchObject({ status: 'ok' });
      expect(await line('curl -X POST http://localhost:9999/api/v1/start')).toEqual({
        success: true,
        message: 'agent started',
      });
      const called = await line(`curl -X POST http://localhost:9999/api/v1/acp/call \\
      -H "Content-Type: application/json" \\
      -d '{"method":"initialize","params":{"protocolVersion":"1.0"}}'`);
      expect(called).toMatchObject({
        jsonrpc: '2.0',
        result: {
          protocolVersion: '1.0',
          serverInfo: { name: 'your-agent', version: '1.0.0' },
          capabilities: { streaming: true },
        },
      });
    });

    it('goes through the whole flow of its messages, to the end that its cancel is', async () => {
      const client = new HttpClient(address, undefined);
      const socket = new WebSocket(client.socketAddress('/api/v1/acp/stream'));
      const heard: Record<string, unknown>[] = [];
      socket.on('message', (data: Buffer) =>
        heard.push(JSON.parse(data.toString()) as Record<string, unknown>),
      );
      const call = async (method: string, params: object) =>
        (await client.post('/api/v1/acp/call', { method, params })).body['result'] as Record<
          string,
          unknown
        >;
      const updates = () => heard.filter(({ method }) => method === 'session/update');

      await client.post('/api/v1/start');
      await call('initialize', { protocolVersion: '1.0' });
      const { sessionId } = await call('session/new', {});
      expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await call('session/prompt', { message: 'test' })).toEqual({ accepted: true });
      await until(() => updates().length === 2);
      expect(updates().map(({ params }) => params)).toEqual([
        { type: 'content', data: { text: 'Processing: test' } },
        { type: 'complete', data: { sessionId, success: true } },
      ]);
      await client.post('/api/v1/acp/send', {
        method: 'session/cancel',
        params: { reason: 'enough' },
      });
      await until(() => heard.some(({ type }) => type === 'exit'));
      expect(heard.at(-1)).toEqual({ type: 'exit', exit_code: 0 });
      expect((await client.get('/api/v1/status')).body['agent_status']).toBe('stopped');
      socket.terminate();
    });
  },
);
