import {
  AGENT_FEATURES,
  API_PATHS,
  WS_CLOSE_CODES,
  type ApprovalAnswer,
  type ApprovalView,
  type CreatedToken,
} from '@kenny/contract';
import { NO_ANSWER, type FakeHandler } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { bearer } from '../test/socket-client.js';
import { tempDirs } from '../test/temp-dir.js';
import { WsClient } from '../test/ws-client.js';

/** A person whose rights an admin changes while they are at work (ADR 0104). */

const newDir = tempDirs();
let server: AServer;
let ben: CreatedToken;
const handlers: Record<string, FakeHandler> = { shell_exec: () => NO_ANSWER };

beforeEach(async () => {
  server = await AServer.start({ dataDir: newDir() });
  for (const pc of ['pc1', 'pc2']) {
    await server.connected(pc, { features: [...AGENT_FEATURES], handlers });
  }
  const body = { operator: { id: 'ben' }, name: 'desk', scope: 'operator', decide: true };
  ben = (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body;
});
afterEach(() => server.stop());

const change = (body: object, token = server.admin) =>
  server.http('PATCH', API_PATHS.token(ben.id), body, token);

async function asked(agent_id: string, token = server.admin): Promise<ApprovalView> {
  const body = { agent_id, args: { command: 'id' } };
  const answer = await server.http<ApprovalAnswer>('POST', '/api/tools/shell_exec', body, token);
  return answer.body.approval;
}

const decide = ({ id, call_sha256 }: ApprovalView) =>
  server.http('POST', `/api/approvals/${id}`, { decision: 'approve', call_sha256 }, ben.token);

it('sees the PCs that are theirs now, on a socket that they open anew', async () => {
  const before = await WsClient.open(server.url, bearer(ben.token));
  expect(JSON.stringify(await before.ask('fleet.subscribe'))).toContain('pc2');
  expect(await change({ agents: ['pc1'] })).toMatchObject({ status: 200 });
  expect(await before.closed()).toBe(WS_CLOSE_CODES.accessChanged);

  const after = await WsClient.open(server.url, bearer(ben.token));
  const fleet = JSON.stringify(await after.ask('fleet.subscribe'));
  expect([fleet.includes('pc1'), fleet.includes('pc2')]).toEqual([true, false]);
  const list = await server.http('GET', API_PATHS.agents, undefined, ben.token);
  expect(JSON.stringify(list.body)).not.toContain('pc2');
  await after.close();
});

it('approves nothing on a PC that is theirs no more, and the rest as before', async () => {
  const [one, two] = [await asked('pc1'), await asked('pc2')];
  await change({ agents: ['pc1'] });
  expect(await decide(two)).toMatchObject({ status: 404 });
  expect(await decide(one)).toMatchObject({ status: 200 });
});

it('approves nothing when that is taken away', async () => {
  const approval = await asked('pc1');
  await change({ decide: false });
  expect(await decide(approval)).toMatchObject({ status: 403 });
});

describe('what they asked for', () => {
  const state = async ({ id }: ApprovalView) => {
    const { approval } = (await server.http<ApprovalAnswer>('GET', `/api/approvals/${id}`)).body;
    return [approval.state, approval.decisions[0]?.reason ?? null];
  };

  it('is withdrawn where they may not ask for it any more, which says why', async () => {
    const [one, two] = [await asked('pc1', ben.token), await asked('pc2', ben.token)];
    const told = server.nextEvent('approval.changed');
    await change({ agents: ['pc1'] });
    expect((await told).approval).toMatchObject({ id: two.id, state: 'cancelled' });
    expect(await state(two)).toEqual(['cancelled', 'ben can no longer ask for this here']);
    expect(await state(one)).toEqual(['pending', null]);
  });

  it('is withdrawn when their access ends', async () => {
    const one = await asked('pc1', ben.token);
    const told = server.nextEvent('approval.changed');
    await server.http('DELETE', API_PATHS.token(ben.id));
    await told;
    expect(await state(one)).toEqual(['cancelled', 'ben no longer has access']);
  });

  it('waits on when something else is taken away', async () => {
    const [one, two] = [await asked('pc1', ben.token), await asked('pc2', ben.token)];
    const told = server.nextEvent('approval.changed');
    await change({ decide: false });
    await change({ agents: ['pc2'] });
    expect((await told).approval.id).toBe(one.id);
    expect(await state(two)).toEqual(['pending', null]);
  });
});

it('stays logged in', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token: ben.token });
  const login = await fetch(server.url + API_PATHS.login, { method: 'POST', headers, body });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  await change({ scope: 'viewer', operator_name: 'Benjamin' });
  const me = await fetch(server.url + API_PATHS.me, { headers: { cookie } });
  expect(await me.json()).toMatchObject({ scope: 'viewer', decide: false });
});

it('is changed by admins only', async () => {
  expect(await change({ scope: 'admin' }, ben.token)).toMatchObject({ status: 403 });
});
