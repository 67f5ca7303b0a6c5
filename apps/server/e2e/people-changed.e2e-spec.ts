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

async function asked(pc: string): Promise<ApprovalView> {
  const body = { agent_id: pc, args: { command: 'id' } };
  return (await server.http<ApprovalAnswer>('POST', '/api/tools/shell_exec', body)).body.approval;
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
