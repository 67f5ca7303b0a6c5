import type { ApprovalAnswer, ApprovalView, CreatedToken } from '@kenny/contract';
import { NO_ANSWER, ToolFailure } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let server: AServer;
async function start(): Promise<void> {
  server = await AServer.start({ dataDir: newDir() });
}
const stop = () => server.stop();

type ErrorAnswer = { error: { code: string; message: string; details?: Record<string, unknown> } };
type Asked = { approval: ApprovalView };

const shell = { shell_exec: () => ({ stdout: 'done\n', stderr: '', exit_code: 0 }) };
const LINUX = { features: ['shell_exec', 'call_status', 'cancel', 'posix_rules'] };

function ask(command = 'echo hello', agent_id = 'pc1') {
  return server.http<Asked>('POST', '/api/tools/shell_exec', {
    agent_id,
    args: { command },
    reason: 'to test',
  });
}

function decide(approval: ApprovalView, decision: string, token?: string) {
  const { id, call_sha256 } = approval;
  return server.http<Asked & ErrorAnswer>(
    'POST',
    `/api/approvals/${id}?wait=10`,
    { decision, call_sha256 },
    token,
  );
}

/** A single admin is enough for what is tried here. */
const TWO_KEYS = { tags: ['two-key'], allow_too_few_approvers: true };

describe('a read', () => {
  beforeEach(start);
  afterEach(stop);

  it('runs at once and is one row of the audit log', async () => {
    const pc = await server.connected('pc1', { handlers: { fs_list: () => ({ entries: [] }) } });
    const answer = await server.http('POST', '/api/tools/fs_list', {
      agent_id: 'pc1',
      args: { path: '/tmp' },
    });
    expect(answer).toMatchObject({ status: 200, body: { result: { entries: [] } } });
    expect(pc.requests[0]).not.toHaveProperty('approval');
    const { call_id } = answer.body;
    expect(await server.audit(`call_id=${String(call_id)}`)).toMatchObject([
      {
        kind: 'call',
        door: 'http',
        agent_id: 'pc1',
        tool: 'fs_list',
        args: { path: '/tmp' },
        ok: true,
        call_id,
      },
    ]);
  });

  it('keeps the code that the PC answers with', async () => {
    const handlers = {
      fs_list: () => {
        throw new ToolFailure('not_found', 'no such folder');
      },
    };
    await server.connected('pc1', { handlers });
    const answer = await server.http('POST', '/api/tools/fs_list', {
      agent_id: 'pc1',
      args: { path: '/x' },
    });
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: 'no such folder' } },
    });
  });

  it("calls a PC's own fault a bad gateway, not a fault of the server", async () => {
    const handlers = {
      fs_list: () => {
        throw new ToolFailure('internal', 'disk on fire');
      },
    };
    await server.connected('pc1', { handlers });
    const answer = await server.http('POST', '/api/tools/fs_list', {
      agent_id: 'pc1',
      args: { path: '/x' },
    });
    expect(answer).toMatchObject({ status: 502, body: { error: { code: 'internal' } } });
  });

  it('refuses an answer of another shape', async () => {
    await server.connected('pc1', { handlers: { fs_list: () => ({ entries: 'many' }) } });
    const answer = await server.http<ErrorAnswer>('POST', '/api/tools/fs_list', {
      agent_id: 'pc1',
      args: { path: '/x' },
    });
    expect(answer.status).toBe(502);
    expect(answer.body.error.message).toContain('wrong shape');
  });
});

describe('a call', () => {
  beforeAll(async () => {
    await start();
    await server.enrol('away');
    await server.connected('pc1');
  });
  afterAll(stop);

  it.each([
    ['no agent', 'fs_list', { args: { path: '/' } }, 400, 'no_agent'],
    ['an unknown PC', 'fs_list', { agent_id: 'nobody', args: { path: '/' } }, 404, 'unknown_agent'],
    ['a PC that is away', 'fs_list', { agent_id: 'away', args: { path: '/' } }, 409, 'offline'],
    ['an unknown tool', 'rm_rf', { agent_id: 'pc1', args: {} }, 404, 'unknown_tool'],
    [
      'a tool of kenny itself',
      'call_status',
      { agent_id: 'pc1', args: { id: 'x' } },
      404,
      'unknown_tool',
    ],
    ['a missing argument', 'fs_list', { agent_id: 'pc1', args: {} }, 400, 'bad_args'],
    [
      'an unknown argument',
      'fs_list',
      { agent_id: 'pc1', args: { path: '/', x: 1 } },
      400,
      'bad_args',
    ],
    ['a NUL', 'fs_list', { agent_id: 'pc1', args: { path: '/\0' } }, 400, 'bad_args'],
    ['half a character', 'fs_list', { agent_id: 'pc1', args: { path: '\ud800' } }, 400, 'bad_args'],
    [
      'another system',
      'powershell_exec',
      { agent_id: 'pc1', args: { script: 'dir' } },
      422,
      'unsupported',
    ],
  ])('is refused for %s', async (_, tool, body, status, code) => {
    const answer = await server.http<ErrorAnswer>('POST', `/api/tools/${tool}`, body);
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });
});

describe('a change', () => {
  beforeEach(start);
  afterEach(stop);

  it('waits for approval and then runs exactly once', async () => {
    const pc = await server.connected('pc1', { ...LINUX, handlers: shell });
    const asked = await ask();
    expect(asked.status).toBe(202);
    expect(asked.body.approval).toMatchObject({
      state: 'pending',
      risk: 'high',
      args: { command: 'echo hello', timeout_s: 30 },
    });
    expect(pc.requests).toEqual([]);
    const done = await decide(asked.body.approval, 'approve');
    expect(done).toMatchObject({
      status: 200,
      body: { approval: { state: 'done', outcome: { result: { stdout: 'done\n' } } } },
    });
    expect(pc.requests).toHaveLength(1);
    const { id, args } = asked.body.approval;
    expect(pc.requests[0]).toMatchObject({ args, approval: id });
    expect(await decide(asked.body.approval, 'approve')).toMatchObject({
      status: 409,
      body: { error: { code: 'already_decided' } },
    });
    expect(pc.requests).toHaveLength(1);
  });

  it('whose approval was used on the PC before has failed, and says so', async () => {
    const message = 'this approval was used before, by the call first';
    const shell_exec = () => {
      throw new ToolFailure('approval_used', message);
    };
    await server.connected('pc1', { ...LINUX, handlers: { shell_exec } });
    const { approval } = (await decide((await ask()).body.approval, 'approve')).body;
    expect(approval).toMatchObject({
      state: 'failed',
      outcome: { error: { code: 'approval_used', message } },
    });
    expect(await ask()).toMatchObject({
      status: 409,
      body: { error: { code: 'approval_used', message } },
    });
  });

  it('leaves one call row and a row for each decision', async () => {
    await server.connected('pc1', { ...LINUX, handlers: shell });
    const { approval } = (await ask()).body;
    await decide(approval, 'approve');
    const rows = await server.audit(`approval_id=${approval.id}`);
    expect(rows.map(({ kind, target }) => `${kind} ${target}`)).toEqual([
      'call respond',
      'decision claim',
      'decision approve',
      'decision request',
    ]);
    expect(await server.http('GET', '/api/audit/verify')).toMatchObject({ body: { ok: true } });
  });

  it('never runs when it is denied, and tells the requester why', async () => {
    const pc = await server.connected('pc1', { ...LINUX, handlers: shell });
    const ben = { operator: { id: 'ben' }, name: 'ben', scope: 'operator' };
    const { token } = (await server.http<CreatedToken>('POST', '/api/tokens', ben)).body;
    const body = { agent_id: 'pc1', args: { command: 'echo hello' } };
    const request = <T>() => server.http<T>('POST', '/api/tools/shell_exec', body, token);
    const { id, call_sha256 } = (await request<ApprovalAnswer>()).body.approval;
    await server.http('POST', `/api/approvals/${id}`, {
      decision: 'deny',
      call_sha256,
      reason: 'not today',
    });
    expect(await request<ErrorAnswer>()).toMatchObject({
      status: 403,
      body: { error: { code: 'denied', message: expect.stringContaining('not today') as string } },
    });
    expect(pc.requests).toEqual([]);
    const [row] = await server.audit('tool=shell_exec');
    expect(row).toMatchObject({ kind: 'call', code: 'denied', target: id, approval_id: null });
  });

  it('is not approved by somebody who was shown another call', async () => {
    const pc = await server.connected('pc1', { ...LINUX, handlers: shell });
    const { approval } = (await ask()).body;
    const other = { ...approval, call_sha256: 'f'.repeat(64) };
    expect(await decide(other, 'approve')).toMatchObject({
      status: 409,
      body: { error: { code: 'hash_mismatch' } },
    });
    expect(pc.requests).toEqual([]);
  });

  it('is answered by the same approval when it is asked for again', async () => {
    await server.connected('pc1', { ...LINUX, handlers: shell });
    const first = (await ask()).body.approval;
    expect((await ask()).body.approval.id).toBe(first.id);
    expect((await ask('echo other')).body.approval.id).not.toBe(first.id);
  });

  it('needs a token that was made to decide', async () => {
    const pc = await server.connected('pc1', { ...LINUX, handlers: shell });
    const { approval } = (await ask()).body;
    const made = await server.http('POST', '/api/tokens', {
      operator: { id: 'bo' },
      name: 'no decide',
      scope: 'operator',
    });
    const refused = await decide(approval, 'approve', String(made.body['token']));
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    expect(pc.requests).toEqual([]);
  });

  it('needs two people on a PC that requires two approvals', async () => {
    const pc = await server.connected('pc1', { ...LINUX, handlers: shell });
    await server.http('PATCH', '/api/agents/pc1', TWO_KEYS);
    const { approval } = (await ask()).body;
    expect(approval.required).toBe(2);
    expect((await decide(approval, 'approve')).body.approval.state).toBe('pending');
    expect(await decide(approval, 'approve')).toMatchObject({
      body: { error: { code: 'already_decided' } },
    });
    const second = await server.http('POST', '/api/tokens', {
      operator: { id: 'bo' },
      name: 'key 2',
      scope: 'operator',
      decide: true,
    });
    const done = await decide(approval, 'approve', String(second.body['token']));
    expect(done.body.approval.state).toBe('done');
    expect(pc.requests).toHaveLength(1);
  });

  it('needs two people as soon as the PC requires two approvals, also when it waits already', async () => {
    const pc = await server.connected('pc1', { ...LINUX, handlers: shell });
    const { approval } = (await ask()).body;
    expect(approval.required).toBe(1);
    await server.http('PATCH', '/api/agents/pc1', TWO_KEYS);
    const first = (await decide(approval, 'approve')).body.approval;
    expect([first.state, first.required]).toEqual(['pending', 2]);
    expect(pc.requests).toHaveLength(0);
  });

  it('does not run once the token of whoever asked is revoked', async () => {
    const pc = await server.connected('pc1', { ...LINUX, handlers: shell });
    const made = await server.http('POST', '/api/tokens', {
      operator: { id: 'bo' },
      name: 'asks',
      scope: 'operator',
    });
    const { token, id } = made.body as { token: string; id: string };
    const asked = await server.http<Asked>(
      'POST',
      '/api/tools/shell_exec',
      { agent_id: 'pc1', args: { command: 'id' } },
      token,
    );
    const withdrawn = server.nextEvent('approval.changed');
    await server.http('DELETE', `/api/tokens/${id}`);
    expect((await withdrawn).approval).toMatchObject({ state: 'cancelled' });
    expect((await decide(asked.body.approval, 'approve')).status).toBe(409);
    expect(pc.requests).toEqual([]);
  });

  it('is cancelled with the identity of its PC', async () => {
    await server.connected('pc1', { ...LINUX, handlers: shell });
    const { approval } = (await ask()).body;
    await server.http('POST', '/api/agents/pc1/rekey', { mode: 'revoke' });
    const after = await server.http<Asked>('GET', `/api/approvals/${approval.id}`);
    expect(after.body.approval.state).toBe('cancelled');
  });

  it('is refused by the guard before anybody is asked', async () => {
    const pc = await server.connected('pc1', { ...LINUX, handlers: shell });
    const answer = await server.http<ErrorAnswer>('POST', '/api/tools/shell_exec', {
      agent_id: 'pc1',
      args: { command: 'rm -rf /' },
    });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'blocked' } } });
    expect(pc.requests).toEqual([]);
    expect(await server.audit('code=blocked')).toMatchObject([
      { kind: 'call', tool: 'shell_exec', ok: false },
    ]);
  });

  it('is unknown when the PC goes away in the middle, and settled by its journal when it is back', async () => {
    const pc = await server.connected('pc1', {
      ...LINUX,
      handlers: { shell_exec: () => NO_ANSWER },
    });
    const { approval } = (await ask()).body;
    const ended = decide(approval, 'approve');
    const { id: call_id } = await pc.request();
    await pc.terminate();
    expect((await ended).body.approval).toMatchObject({ state: 'unknown', call_id });
    const response = {
      type: 'response',
      id: call_id,
      ok: true,
      result: { stdout: 'x', stderr: '', exit_code: 0 },
    };
    const asked: unknown[] = [];
    const settled = server.reaches(approval.id, 'done');
    await server.connect('pc1', {
      ...LINUX,
      handlers: {
        call_status: (args) => {
          asked.push(args);
          return { state: 'done', response };
        },
      },
    });
    expect(await settled).toMatchObject({ state: 'done', outcome: { result: { stdout: 'x' } } });
    expect(asked).toEqual([{ id: call_id }]);
  });

  it('is settled by an answer that comes late', async () => {
    const pc = await server.connected('pc1', {
      ...LINUX,
      handlers: { shell_exec: () => NO_ANSWER },
    });
    const { approval } = (await ask()).body;
    void decide(approval, 'approve');
    const { id: call_id } = await pc.request();
    await pc.terminate();
    const back = await server.connect('pc1', {
      ...LINUX,
      handlers: { call_status: () => ({ state: 'running' }) },
    });
    const settled = server.reaches(approval.id, 'done');
    back.answer(call_id, { stdout: 'late', stderr: '', exit_code: 0 });
    expect(await settled).toMatchObject({ outcome: { result: { stdout: 'late' } } });
  });

  it('takes no late answer from another PC', async () => {
    const pc = await server.connected('pc1', {
      ...LINUX,
      handlers: { shell_exec: () => NO_ANSWER },
    });
    const thief = await server.connected('pc2');
    const { approval } = (await ask()).body;
    const ended = decide(approval, 'approve');
    const { id: call_id } = await pc.request();
    thief.answer(call_id, { stdout: 'forged', stderr: '', exit_code: 0 });
    pc.answer(call_id, { stdout: 'true', stderr: '', exit_code: 0 });
    expect((await ended).body.approval).toMatchObject({
      state: 'done',
      outcome: { result: { stdout: 'true' } },
    });
  });
});
