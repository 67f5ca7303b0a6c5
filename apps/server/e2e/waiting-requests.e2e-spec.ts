import type { ApprovalAnswer, CreatedToken, WaitingRequestsResult } from '@kenny/contract';
import { AServer } from '../test/a-server.js';
import { connectClient, mcpToken, said } from '../test/mcp-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let server: AServer;
beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir() });
  for (const id of ['pc1', 'pc2']) await server.connected(id, { features: ['shell_exec'] });
});
afterAll(() => server.stop());

const ask = async (agent_id: string) => {
  const call = { agent_id, args: { command: 'echo hello' }, reason: 'to test' };
  const { body } = await server.http<ApprovalAnswer>('POST', '/api/tools/shell_exec', call);
  return body.approval;
};

const aToken = async (rights: object) => {
  const body = { operator: { id: 'ben' }, name: 'ben', ...rights };
  return (await server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
};

type Answer = { result: WaitingRequestsResult };
const waiting = (token?: string) =>
  server.http<Answer>('POST', '/api/tools/waiting_requests', { args: {} }, token);

it('what waits for a person is told to whoever may see it, until it is decided', async () => {
  expect((await waiting()).body.result).toEqual({ requests: [], truncated: false });
  const first = await ask('pc1');
  const second = await ask('pc2');
  const { requests } = (await waiting()).body.result;
  expect(requests.map(({ approval_id }) => approval_id)).toEqual([second.id, first.id]);
  expect(requests[1]).toMatchObject({
    ...{ agent_id: 'pc1', tool: 'shell_exec', reason: 'to test' },
    sentence: expect.stringContaining('Runs this command on ') as string,
    requested_by: first.requested_by.name,
    requested_at: first.requested_at,
  });
  expect(Date.parse(requests[1]?.approve_by ?? '')).toBeGreaterThan(Date.parse(first.requested_at));

  const ofOne = await aToken({ scope: 'operator', agents: ['pc2'] });
  expect((await waiting(ofOne)).body.result.requests).toHaveLength(1);

  for (const { id, call_sha256 } of [first, second]) {
    await server.http('POST', `/api/approvals/${id}`, { decision: 'deny', call_sha256 });
  }
  expect((await waiting()).body.result.requests).toEqual([]);
});

it('a model with a token of its own is told of what it asked for itself', async () => {
  const { token } = await mcpToken(server, { classes: ['read', 'change'] });
  const model = await connectClient('sdk 1', { url: server.url, token });
  const told = async () =>
    said(await model.call('waiting_requests'))['data'] as WaitingRequestsResult;
  await ask('pc1');
  expect((await told()).requests).toEqual([]);
  await model.call('shell_exec', { agent_id: 'pc2', command: 'echo own' });
  expect((await told()).requests).toMatchObject([{ agent_id: 'pc2', tool: 'shell_exec' }]);
  await model.close();
});

it('a viewer is not told of requests, as at every other door', async () => {
  const viewer = await aToken({ scope: 'viewer' });
  for (const path of ['/api/approvals', '/api/fleet']) {
    const { status } = await server.http('GET', path, undefined, viewer);
    expect([path, status]).toEqual([path, path.endsWith('fleet') ? 200 : 403]);
  }
  expect(await waiting(viewer)).toMatchObject({
    status: 403,
    body: { error: { code: 'forbidden' } },
  });
});
