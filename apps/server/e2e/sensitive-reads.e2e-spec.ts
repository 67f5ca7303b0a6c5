import {
  API_PATHS,
  type ApprovalAnswer,
  type ApprovalView,
  type CreatedToken,
  type CreateTokenBody,
} from '@kenny/contract';
import { OUTCOME_REUSE_MS } from '@kenny/gate';
import { FakeClock } from '@kenny/testing';
import { Reads } from '../src/database/index.js';
import { ApprovalEntity } from '../src/policy/approvals/approval.entity.js';
import { ApprovalsService } from '../src/policy/index.js';
import { AServer } from '../test/a-server.js';
import { CLIENT_KINDS, connectClient, mcpToken, said, type McpClient } from '../test/mcp-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { bearer, WsClient } from '../test/ws-client.js';

const newDir = tempDirs();
const SECRET = 'what-anna-wrote-to-her-doctor';
const PATH = '/home/anna/letter.txt';
let clock: FakeClock;
let server: AServer;
let reads: number;
const clients: McpClient[] = [];

beforeAll(async () => {
  clock = new FakeClock();
  server = await AServer.start({ dataDir: newDir(), clock });
  const handlers = {
    fs_read: () => {
      reads += 1;
      return { content: SECRET, truncated: false };
    },
  };
  await server.connected('pc1', { handlers });
});
afterAll(() => server.stop());
beforeEach(() => {
  reads = 0;
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

const read = (token: string, path = PATH) =>
  server.http<ApprovalAnswer & { result?: object; error?: object }>(
    'POST',
    API_PATHS.tool('fs_read'),
    { agent_id: 'pc1', args: { path }, reason: 'looking for the date' },
    token,
  );

async function tokenOf(id: string, more: Partial<CreateTokenBody> = {}): Promise<string> {
  const body = { operator: { id }, name: id, scope: 'operator', classes: ['read'], ...more };
  return (await server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
}

async function approved({ id, call_sha256 }: ApprovalView, token?: string) {
  const done = server.reaches(id, 'done');
  const body = { decision: 'approve', call_sha256 };
  const answer = await server.http<ApprovalAnswer>(
    'POST',
    `${API_PATHS.approval(id)}?wait=30`,
    body,
    token,
  );
  if (answer.status === 200) await done;
  return answer;
}

async function pendingOf(tool: string): Promise<ApprovalView> {
  const { body } = await server.http<{ items: ApprovalView[] }>(
    'GET',
    `${API_PATHS.approvals}?state=pending`,
  );
  const [approval, ...more] = body.items.filter((one) => one.tool === tool);
  if (!approval || more.length > 0) throw new Error(`not one approval: ${more.length}`);
  return approval;
}

/** The approval as the database has it. */
async function storedText(id: string): Promise<string> {
  const rows = await server.app.get(Reads).manager.findBy(ApprovalEntity, { id });
  return JSON.stringify(rows);
}

describe.each(CLIENT_KINDS)('a client whose token may not read what is private (%s)', (kind) => {
  it('waits for a person, reads once, and alone gets what was read', async () => {
    const { token } = await mcpToken(server, { elicitation: true });
    let questions = 0;
    const answer = () => {
      questions += 1;
      return { action: 'accept' as const, content: { approve: true } };
    };
    const client = await connectClient(kind, { url: server.url, token, answer });
    clients.push(client);
    const path = `${PATH}.${kind}`;
    const ask = () => client.call('fs_read', { agent_id: 'pc1', path, reason: 'a date' });
    const watcher = await WsClient.open(server.url, bearer(server.admin));
    await watcher.ask('approval.subscribe', {});

    expect(said(await ask())).toMatchObject({ approval: { kind: 'read', state: 'pending' } });
    expect(said(await ask())).toMatchObject({ approval: { kind: 'read', state: 'pending' } });
    expect([questions, reads]).toEqual([0, 0]);
    const waiting = await pendingOf('fs_read');
    expect(waiting).toMatchObject({ kind: 'read', args: { path }, reason: 'a date' });

    const { body } = await approved(waiting);
    expect(body.approval).toMatchObject({ state: 'done', outcome: {} });
    expect(reads).toBe(1);
    const seen = [
      body,
      (await server.http('GET', API_PATHS.approval(waiting.id))).body,
      (await server.http('GET', API_PATHS.approvals)).body,
      await server.audit(`approval_id=${waiting.id}`),
      // An answer comes after everything that was pushed before it.
      await watcher.ask('fleet.subscribe', {}),
      watcher.pushed.map(({ raw }) => raw),
    ];
    expect(JSON.stringify(seen)).toContain(waiting.id);
    expect(JSON.stringify(seen)).not.toContain(SECRET);

    const stranger = await mcpToken(server);
    const other = await connectClient(kind, { url: server.url, token: stranger.token });
    clients.push(other);
    const theirs = await other.call('fs_read', { agent_id: 'pc1', path });
    expect(said(theirs)).toMatchObject({ approval: { state: 'pending' } });
    const { id, call_sha256 } = await pendingOf('fs_read');
    await server.http('POST', API_PATHS.approval(id), { decision: 'deny', call_sha256 });

    expect((await ask()).structuredContent).toMatchObject({
      ...{ source: 'agent:pc1', untrusted: true, data: { content: SECRET } },
    });
    expect(reads).toBe(1);
    expect(await storedText(waiting.id)).not.toContain(SECRET);
    watcher.socket.close();
  });

  it('reads at once with a token that may', async () => {
    const { token } = await mcpToken(server, { classes: ['read', 'sensitive'] });
    const client = await connectClient(kind, { url: server.url, token });
    clients.push(client);
    const answer = await client.call('fs_read', { agent_id: 'pc1', path: PATH });
    expect(answer.structuredContent).toMatchObject({ data: { content: SECRET } });
    expect(reads).toBe(1);
  });
});

describe('a sensitive read without that class', () => {
  it('is asked for over HTTP, and given by asking again, once', async () => {
    const token = await tokenOf('carl');
    const asked = await read(token);
    expect([asked.status, asked.body.approval.kind]).toEqual([202, 'read']);
    await approved(asked.body.approval);
    expect(await read(token)).toMatchObject({ status: 200, body: { result: { content: SECRET } } });
    expect((await read(token)).status).toBe(202);
    expect(reads).toBe(1);
  });

  it('is allowed only by who may decide and may read it', async () => {
    const asked = await read(await tokenOf('dora'));
    const classes = ['read', 'change'] as const;
    const blind = await tokenOf('blind', { decide: true, classes: [...classes] });
    expect((await approved(asked.body.approval, blind)).status).toBe(403);
    const idle = await tokenOf('idle', { classes: ['read', 'sensitive'] });
    expect((await approved(asked.body.approval, idle)).status).toBe(403);
    expect(reads).toBe(0);
    const eve = await tokenOf('eve', { decide: true, classes: ['read', 'sensitive'] });
    expect((await approved(asked.body.approval, eve)).status).toBe(200);
    expect(reads).toBe(1);
  });

  it('stays denied when a person denied it', async () => {
    const token = await tokenOf('finn');
    const { id, call_sha256 } = (await read(token)).body.approval;
    await server.http('POST', API_PATHS.approval(id), { decision: 'deny', call_sha256 });
    expect(await read(token)).toMatchObject({ status: 403, body: { error: { code: 'denied' } } });
    expect(reads).toBe(0);
  });

  it('is not for a token that may not read at all', async () => {
    const token = await tokenOf('gus', { classes: ['change'] });
    expect(await read(token)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
    expect(reads).toBe(0);
  });

  it('is refused by the guard before anybody is asked', async () => {
    const answer = await read(await tokenOf('hana'), '/etc/shadow');
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'blocked' } } });
  });

  it('is kept for its requester for a while, and then nowhere', async () => {
    const token = await tokenOf('ines');
    const { approval } = (await read(token)).body;
    await approved(approval);
    expect(await storedText(approval.id)).toContain(SECRET);
    clock.advance(OUTCOME_REUSE_MS);
    await server.app.get(ApprovalsService).expireOverdue();
    expect(await storedText(approval.id)).not.toContain(SECRET);
    const rows = await server.audit(`approval_id=${approval.id}`);
    expect(rows[0]).toMatchObject({ target: 'forget', actor: { kind: 'system' } });
    expect(reads).toBe(1);
  });
});
