import {
  AGENT_FEATURES,
  type ApprovalAnswer,
  type ApprovalView,
  type CreatedToken,
  type CreateTokenBody,
  type PausedRequesters,
} from '@kenny/contract';
import { FakeClock, type FakeHandler } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { connectClient, isModern, mcpToken, said, type McpClient } from '../test/mcp-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let dataDir: string;
let clock: FakeClock;
let server: AServer;

const HANDLERS: Record<string, FakeHandler> = {
  shell_exec: () => ({ stdout: '', stderr: '', exit_code: 0 }),
};

beforeEach(async () => {
  dataDir = newDir();
  clock = new FakeClock();
  server = await AServer.start({ dataDir, clock });
  await server.connected('pc1', { features: [...AGENT_FEATURES], handlers: HANDLERS });
});
afterEach(() => server.stop());

async function tokenOf(id: string, more: Partial<CreateTokenBody> = {}): Promise<string> {
  const body = { operator: { id }, name: id, scope: 'operator', ...more };
  return (await server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
}

const request = (command: string, token: string) =>
  server.http<ApprovalAnswer>(
    'POST',
    '/api/tools/shell_exec',
    { agent_id: 'pc1', args: { command } },
    token,
  );
const ask = async (command: string, token: string) => (await request(command, token)).body.approval;

async function decide({ id, call_sha256 }: ApprovalView, decision: string): Promise<void> {
  clock.jump(1_000);
  const body = { decision, call_sha256, reason: 'no' };
  const { status } = await server.http('POST', `/api/approvals/${id}?wait=30`, body);
  expect(status).toBe(200);
}

async function denied(times: number, token: string, word = 'first'): Promise<void> {
  for (let i = 0; i < times; i += 1) await decide(await ask(`${word} ${i}${i}${i}`, token), 'deny');
}

const paused = async (token?: string) =>
  (await server.http<PausedRequesters>('GET', '/api/approvals/paused', undefined, token)).body
    .items;

const resume = (id: string, token?: string) =>
  server.http<PausedRequesters>('POST', `/api/approvals/paused/${id}/resume`, undefined, token);

const PAUSED = { status: 403, body: { error: { code: 'paused' } } };

describe('three denials in a row', () => {
  it('of their own requests do not pause a person, who may ask for the same again at once', async () => {
    const anna = await tokenOf('anna', { decide: true });
    for (let i = 0; i < 3; i += 1) {
      const { id, call_sha256 } = await ask('df -h', anna);
      await server.http('POST', `/api/approvals/${id}`, { decision: 'deny', call_sha256 }, anna);
      expect(await request('df -h', anna)).toMatchObject({ status: 202 });
    }
    expect(await paused()).toEqual([]);
  });

  it('pause the token that asked, until a person lets it go on', async () => {
    const ben = await tokenOf('ben');
    await denied(3, ben);
    const refused = await request('df -h', ben);
    expect(refused).toMatchObject(PAUSED);
    const [pause] = await paused();
    expect(pause).toMatchObject({ requested_by: { id: 'ben' }, door: 'http', agent_id: 'pc1' });
    const id = pause?.id ?? '';
    expect(JSON.stringify(refused.body)).toContain(`kenny approvals resume ${id}`);
    expect(await resume(id, ben)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
    expect(await resume(id)).toMatchObject({ status: 200, body: { items: [] } });
    expect(await request('df -h', ben)).toMatchObject({ status: 202 });
    expect(await resume(id)).toMatchObject({ status: 404 });
  });

  it('pause nobody else, and no read', async () => {
    const [ben, cleo] = [await tokenOf('ben'), await tokenOf('cleo')];
    await denied(3, ben);
    expect(await request('df -h', cleo)).toMatchObject({ status: 202 });
    expect(await request('df -h', await tokenOf('ben'))).toMatchObject({ status: 202 });
    const read = await server.http('POST', '/api/tools/list_agents', { args: {} }, ben);
    expect(read.status).toBe(200);
  });

  it('are no row with an approval in between', async () => {
    const ben = await tokenOf('ben');
    await denied(2, ben);
    await decide(await ask('df -h', ben), 'approve');
    await denied(2, ben, 'second');
    expect(await paused()).toEqual([]);
    expect(await request('df -h /', ben)).toMatchObject({ status: 202 });
  });

  it('are no row when one was withdrawn, but go on behind it', async () => {
    const ben = await tokenOf('ben');
    await denied(2, ben);
    await decide(await ask('df -h', ben), 'cancel');
    expect(await paused()).toEqual([]);
    await denied(1, ben, 'second');
    expect(await paused()).toHaveLength(1);
  });

  it('count anew once somebody was let go on', async () => {
    const ben = await tokenOf('ben');
    await denied(3, ben);
    await resume((await paused())[0]?.id ?? '');
    await denied(2, ben, 'second');
    expect(await request('df -h', ben)).toMatchObject({ status: 202 });
    await decide(await ask('df -h', ben), 'deny');
    expect(await request('df -h /', ben)).toMatchObject(PAUSED);
  });

  it('still pause after a restart', async () => {
    const ben = await tokenOf('ben');
    await denied(2, ben);
    const anna = await tokenOf('anna', { decide: true });
    await server.stop();
    server = await AServer.start({ dataDir, clock });
    await server.connect('pc1', { features: [...AGENT_FEATURES], handlers: HANDLERS });
    const { id, call_sha256 } = await ask('third', ben);
    clock.jump(1_000);
    const no = { decision: 'deny', call_sha256 };
    expect(await server.http('POST', `/api/approvals/${id}`, no, anna)).toMatchObject({
      status: 200,
    });
    await server.stop();
    server = await AServer.start({ dataDir, clock });
    await server.connect('pc1', { features: [...AGENT_FEATURES], handlers: HANDLERS });
    expect(await request('fourth', ben)).toMatchObject(PAUSED);
  });

  it('are in the audit log, with who lifted them', async () => {
    const ben = await tokenOf('ben');
    await denied(3, ben);
    const id = (await paused())[0]?.id ?? '';
    await resume(id);
    const [resumed, pause] = await server.audit('kind=policy');
    expect(pause).toMatchObject({
      target: `pause ${id}`,
      actor: { kind: 'system' },
      agent_id: 'pc1',
    });
    expect(resumed).toMatchObject({ target: `resume ${id}`, actor: { kind: 'operator' } });
  });

  it('are nothing to see or end for a token that is limited to other PCs', async () => {
    const ben = await tokenOf('ben');
    await denied(3, ben);
    const other = await tokenOf('cleo', { decide: true, agents: ['pc2'] });
    expect(await paused(other)).toEqual([]);
    expect(await resume((await paused())[0]?.id ?? '', other)).toMatchObject({ status: 404 });
  });
});

describe('over MCP', () => {
  let clients: McpClient[] = [];
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    clients = [];
  });

  it.each(['sdk 1', 'sdk 2 pinned'] as const)(
    'pause the session, or the token where there is none: %s',
    async (kind) => {
      const { token } = await mcpToken(server);
      const connect = async () => {
        const client = await connectClient(kind, { url: server.url, token });
        clients.push(client);
        return client;
      };
      const change = (client: McpClient, command: string) =>
        client.call('shell_exec', { agent_id: 'pc1', command });
      const mine = await connect();
      for (const command of ['one', 'other', 'third one']) {
        const { approval } = said(await change(mine, command)) as unknown as ApprovalAnswer;
        await decide(approval, 'deny');
      }
      expect(said(await change(mine, 'df -h'))).toMatchObject({ error: { code: 'paused' } });
      const fresh = said(await change(await connect(), 'df -h'));
      expect('error' in fresh).toBe(isModern(kind));
    },
  );
});
