import { API_PATHS, type ApprovalView, type CreatedToken, type TokenList } from '@kenny/contract';
import { FakeClock, type FakeAgent } from '@kenny/testing';
import { DatabaseWitness } from '../src/doors/http/routes/audit-witness.js';
import { AuditStore } from '../src/audit/index.js';
import { PrincipalResolver, TokensService } from '../src/auth/index.js';
import { Writer } from '../src/database/index.js';
import { ApprovalsService } from '../src/policy/index.js';
import { TaskChangesAsked } from '../src/tasks/api/task-changes-asked.js';
import { TaskEnds, TaskOutcomes, TaskTokens, ToolsAttached } from '../src/tasks/gate/index.js';
import { inTime } from '../test/in-time.js';
import { AServer } from '../test/a-server.js';
import { connectClient, type McpClient } from '../test/mcp-world.js';
import { approvalIn, ATask, errorIn, starterToken } from '../test/task-gate-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const clock = new FakeClock();
const TITLE = 'Why is pc1 slow?';
let server: AServer;
let pc: FakeAgent;
let task: ATask;
let client: McpClient;
const others: ATask[] = [];

const HANDLERS = {
  shell_exec: () => ({ stdout: 'ran', stderr: '', exit_code: 0 }),
  fs_read: () => ({ content: 'the secret word', truncated: false }),
  fs_list: () => ({ entries: [] }),
};

beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir(), clock });
});
afterAll(() => server.stop());

let pcs = 0;
let pcId: string;
beforeEach(async () => {
  pcId = `pc${(pcs += 1)}`;
  pc = await server.connected(pcId, { handlers: HANDLERS });
  task = new ATask(server, await starterToken(server));
  task.beginTurn();
  client = await task.client();
});
afterEach(async () => {
  for (const one of [task, ...others.splice(0)]) await inTime(clock, one.close());
});

async function another(limits: ConstructorParameters<typeof ATask>[2], starter?: CreatedToken) {
  const made = new ATask(server, starter ?? (await starterToken(server)), limits);
  others.push(made);
  made.beginTurn();
  return made;
}

const change = (command = 'uptime', from = client) =>
  from.call('shell_exec', { agent_id: pcId, command });

async function decide({ id, call_sha256 }: ApprovalView, decision: 'approve' | 'deny') {
  const body = { decision, call_sha256, reason: 'said so' };
  const path = `${API_PATHS.approval(id)}?wait=30`;
  const answer = await server.http<{ approval?: ApprovalView }>('POST', path, body);
  return { status: answer.status, approval: answer.body.approval };
}

/** A wrong token costs whoever shows it a moment. */
const expectShutOut = (call: Promise<unknown>) =>
  inTime(clock, expect(call).rejects.toThrow(/token (is not valid|has expired)/));

const approvalOf = async (id: string): Promise<ApprovalView> =>
  (await server.http<{ approval: ApprovalView }>('GET', API_PATHS.approval(id))).body.approval;

describe('the agent of a task at /mcp', () => {
  it('reads, and what it changes waits for a person, in the name of the task', async () => {
    const turn_id = task.beginTurn();
    expect((await client.call('fs_list', { agent_id: pcId, path: '/' })).isError).toBeFalsy();
    const approval = approvalIn(await change());
    expect(pc.requests.map(({ tool }) => tool)).toEqual(['fs_list']);
    expect(await approvalOf(approval.id)).toMatchObject({
      ...{ state: 'pending', door: 'task' },
      requested_by: {
        ...{ kind: 'task', id: task.id, name: TITLE, session_id: task.session_id, turn_id },
      },
    });
    const [row] = await server.audit('kind=decision&limit=1');
    expect(row).toMatchObject({
      ...{ target: 'request', door: 'task', approval_id: approval.id },
      actor: { kind: 'task', id: task.id, name: TITLE },
    });
  });

  it('gets the outcome of what was approved once, by the same call', async () => {
    const approval = approvalIn(await change());
    expect((await decide(approval, 'approve')).approval?.state).toBe('done');
    const answer = await change();
    expect(answer.structuredContent).toMatchObject({ data: { stdout: 'ran' } });
    expect(approvalIn(await change()).previous).toBe(approval.id);
    expect(pc.requests.filter(({ tool }) => tool === 'shell_exec')).toHaveLength(1);
  });

  it('hears "no" in its next run as well, with another token', async () => {
    await decide(approvalIn(await change()), 'deny');
    const again = await task.client();
    expect(errorIn(await change('uptime', again))).toMatchObject({ code: 'denied' });
  });

  it('has five places over all its runs, and is paused over all its runs', async () => {
    for (const count of [1, 2, 3]) approvalIn(await change(`echo ${count}`));
    const again = await task.client();
    for (const count of [4, 5]) approvalIn(await change(`echo ${count}`, again));
    expect(errorIn(await change('echo 6', again))).toMatchObject({ code: 'rate_limited' });

    const other = await another({});
    for (const count of [1, 2, 3]) {
      const run = await other.client();
      await decide(approvalIn(await change(`echo ${count}`, run)), 'deny');
    }
    const run = await other.client();
    expect(errorIn(await change('echo 4', run))).toMatchObject({ code: 'paused' });
  });

  it('is counted by what came of each change, and told to be paused until somebody resumes it', async () => {
    const principal = await server.get(PrincipalResolver).fromBearer(server.admin);
    const told = () => server.get(TaskChangesAsked).of(principal, task);
    const none = {
      ...{ waiting: 0, running: 0, done: 0, failed: 0, unknown: 0, denied: 0, not_run: 0 },
    };
    await client.call('fs_list', { agent_id: pcId, path: '/' });
    expect(await told()).toEqual({ changes: none, paused: null });
    await decide(approvalIn(await change('echo done')), 'approve');
    for (const count of [1, 2, 3]) await decide(approvalIn(await change(`echo ${count}`)), 'deny');
    const { changes, paused } = await told();
    expect(changes).toEqual({ ...none, done: 1, denied: 3 });
    expect(paused).toMatchObject({ requested_by: { kind: 'task', id: task.id }, agent_id: pcId });
    await server.http('POST', API_PATHS.resumeRequester(paused?.id ?? ''));
    approvalIn(await change('echo again'));
    expect(await told()).toEqual({ changes: { ...changes, waiting: 1 }, paused: null });
  });

  it('is never asked to say "yes" for a person', async () => {
    let questions = 0;
    const { secret } = await task.issue();
    const asked = await connectClient('sdk 1', {
      ...{ url: server.url, token: secret },
      answer: () => {
        questions += 1;
        return { action: 'accept', content: { approve: true } };
      },
    });
    expect(approvalIn(await change('uptime', asked)).state).toBe('pending');
    expect(questions).toBe(0);
    await asked.close();
  });

  it('is refused while its task is not at work: nobody is asked', async () => {
    const turn = task.beginTurn();
    task.endTurn('an earlier turn');
    approvalIn(await change());
    task.endTurn(turn);
    for (const answer of [await change('echo late'), await client.call('list_agents')]) {
      expect(errorIn(answer)).toMatchObject({ code: 'conflict' });
    }
  });

  it('names sensitive reads of the task, from an earlier run and from before a restart', async () => {
    const starter = await starterToken(server, { classes: ['read', 'sensitive', 'change'] });
    const reading = await another({}, starter);
    await (await reading.client()).call('fs_read', { agent_id: pcId, path: '/etc/motd' });
    expect(reading.reads).toEqual([`fs_read@${pcId}`]);
    const later = await reading.client();
    const copied = approvalIn(await change('echo the secret word of the motd', later));
    expect(copied.tainted_by).toEqual([`fs_read@${pcId}`]);

    // After a restart only whoever runs tasks remembers.
    task.reads.push('fs_read@pc-before');
    expect(approvalIn(await change()).tainted_by).toEqual(['fs_read@pc-before']);
  });

  it('is not told what was read until that is noted', async () => {
    const starter = await starterToken(server, { classes: ['read', 'sensitive', 'change'] });
    const reading = await another({}, starter);
    reading.beginTurn({ noteRead: () => Promise.reject(new Error('the disk is full')) });
    const answer = await (await reading.client()).call('fs_read', { agent_id: pcId, path: '/x' });
    expect(errorIn(answer)).toMatchObject({ code: 'internal' });
    expect(JSON.stringify(answer)).not.toContain('secret word');
  });

  it('tells that it has attached the tools', async () => {
    const attached = server.get(ToolsAttached);
    expect(attached.of(task.id)).toMatchObject({ listed_at: null, calls: 0 });
    expect(attached.of(task.id)?.initialized_at).not.toBeNull();
    const called = server.nextEvent('task.tools');
    await client.tools();
    expect(await called).toMatchObject({ task_id: task.id, step: 'listed' });
    await client.call('list_agents');
    expect(attached.of(task.id)).toMatchObject({
      listed_at: expect.any(String) as unknown,
      calls: 1,
    });
    await task.issue();
    expect(attached.of(task.id)).toEqual({ initialized_at: null, listed_at: null, calls: 0 });
  });
});

describe('the token of a task', () => {
  it('reaches what its starter, its type and the task all reach', async () => {
    await server.connected(`${pcId}-b`, { handlers: HANDLERS });
    const starter = await starterToken(server, { agents: [pcId, `${pcId}-b`] });
    const narrow = await another(
      { agents: [pcId, 'pc-elsewhere'], typeClasses: ['read'] },
      starter,
    );
    const issued = await narrow.issue();
    expect(issued).toMatchObject({ agents: [pcId], classes: ['read'] });
    const inside = await narrow.client(issued.secret);
    const list = (agent_id: string) => inside.call('fs_list', { agent_id, path: '/' });
    expect((await list(pcId)).isError).toBeFalsy();
    expect(errorIn(await list(`${pcId}-b`))).toMatchObject({ code: 'unknown_agent' });
    expect(errorIn(await change('id', inside))).toMatchObject({ code: 'forbidden' });
  });

  it('is not made when nothing is left, or for a starter that may not start tasks', async () => {
    const starter = await starterToken(server, { agents: [pcId] });
    const refused = (limits: ConstructorParameters<typeof ATask>[2], by = starter) =>
      expect(new ATask(server, by, limits).issue()).rejects.toMatchObject({ code: 'forbidden' });
    await refused({ agents: ['pc-elsewhere'] });
    await refused({ classes: ['read'], typeClasses: ['change'] });
    for (const scope of ['viewer', 'mcp', 'task'] as const) {
      await refused({}, await starterToken(server, { scope }));
    }
    await refused({}, { ...starter, id: 'tok_none' });
  });

  it('opens nothing but /mcp, and never decides', async () => {
    const { secret } = await task.issue();
    for (const path of ['/api/approvals', '/api/me', '/api/tokens']) {
      expect((await server.http('GET', path, undefined, secret)).body).toMatchObject({
        error: { code: 'wrong_scope' },
      });
    }
    const approval = approvalIn(await change('uptime', await task.client(secret)));
    const body = { decision: 'approve', call_sha256: approval.call_sha256 };
    const path = API_PATHS.approval(approval.id);
    expect((await server.http('POST', path, body, secret)).status).toBe(403);
    // Wrong tokens of other tests count for the same address.
    await clock.advanceAsync(5 * 60_000);
    const login = server.http('POST', '/api/login', { token: secret }, null);
    expect((await inTime(clock, login)).status).toBe(403);
  });

  it('stands in no list, and has its row in the audit log', async () => {
    const { token_id, secret } = await task.issue();
    const { body } = await server.http<TokenList>('GET', '/api/tokens?limit=500');
    expect(body.items.map(({ id }) => id)).not.toContain(token_id);
    const rows = await server.audit('kind=token&limit=2');
    expect(rows).toMatchObject([
      { target: token_id, args: { action: 'create', task_id: task.id, decide: false } },
      { args: { action: 'close', task_id: task.id } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4));
    const witness = await DatabaseWitness.of(
      server.get(ApprovalsService),
      server.get(TokensService),
    );
    expect(await server.get(AuditStore).verify(witness)).toMatchObject({ ok: true, findings: [] });
  });

  it('of an earlier run opens nothing, but what was asked with it runs', async () => {
    const approval = approvalIn(await change());
    await task.issue();
    await expectShutOut(change());
    expect((await decide(approval, 'approve')).approval?.state).toBe('done');
  });

  it('of a run that is over opens nothing, but what was asked with it runs', async () => {
    const approval = approvalIn(await change());
    await server.get(TaskTokens).close(task.id);
    await expectShutOut(change());
    expect((await decide(approval, 'approve')).approval?.state).toBe('done');
  });

  it('ends with the token of its starter, and so does what it asked for', async () => {
    const approval = approvalIn(await change());
    const ended = server.nextEvent('task.access_ended');
    expect((await server.http('DELETE', `/api/tokens/${task.starter.id}`)).status).toBe(204);
    expect(await ended).toMatchObject({ task_id: task.id });
    await expectShutOut(change());
    expect((await decide(approval, 'approve')).approval).toMatchObject({
      ...{ state: 'lapsed', outcome: { error: { code: 'forbidden' } } },
    });
    await expect(task.issue()).rejects.toMatchObject({ code: 'forbidden' });
    expect(pc.requests).toHaveLength(0);
  });

  it('expires with the token of its starter', async () => {
    const expires_at = new Date(clock.now() + 120_000).toISOString();
    const short = await another({}, await starterToken(server, { expires_at }));
    const inside = await short.client();
    const approval = approvalIn(await change('uptime', inside));
    await clock.advanceAsync(121_000);
    await expectShutOut(change('uptime', inside));
    expect((await decide(approval, 'approve')).approval).toMatchObject({ state: 'lapsed' });
    await expect(short.issue()).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the end of a task', () => {
  it('cancels what it asked for, and nothing of others', async () => {
    const other = await another({ title: 'Other' });
    const kept = approvalIn(await change('id', await other.client()));
    const approval = approvalIn(await change());
    await server.get(TaskEnds).endOf(task.id, 'the task was completed');
    expect(await approvalOf(approval.id)).toMatchObject({
      ...{ state: 'cancelled', decisions: [{ reason: 'the task was completed' }] },
    });
    expect((await approvalOf(kept.id)).state).toBe('pending');
    await expectShutOut(change());
    expect((await decide(approval, 'approve')).status).toBe(409);
  });

  it('leaves no trace when its transaction fails', async () => {
    const approval = approvalIn(await change());
    const failing = server.get(Writer).write(async (tx) => {
      await server.get(TaskEnds).endIn(tx, task.id, 'deleted');
      throw new Error('the task could not be deleted');
    });
    await expect(failing).rejects.toThrow('could not be deleted');
    expect((await approvalOf(approval.id)).state).toBe('pending');
    expect(approvalIn(await change()).id).toBe(approval.id);
  });

  it('that is only a stop leaves the token: the agent goes on in its next turn', async () => {
    const approval = approvalIn(await change());
    await server.get(Writer).write((tx) => server.get(TaskEnds).stopIn(tx, task.id, 'stopped'));
    expect((await approvalOf(approval.id)).state).toBe('cancelled');
    expect(approvalIn(await change()).previous).toBe(approval.id);
  });
});

describe('what an agent has not heard of', () => {
  it('is told in a line each, until the agent has fetched it', async () => {
    const before = clock.now();
    const ran = approvalIn(await change('echo 1'));
    const no = approvalIn(await change('echo 2'));
    approvalIn(await change('echo 3'));
    await decide(ran, 'approve');
    await decide(no, 'deny');
    const untold = () => server.get(TaskOutcomes).untold(task.id, before);
    expect(await untold()).toMatchObject([
      {
        approval_id: ran.id,
        state: 'done',
        line: expect.stringMatching(/repeat the same call/) as unknown,
      },
      {
        approval_id: no.id,
        state: 'denied',
        line: expect.stringMatching(/was denied: said so/) as unknown,
      },
    ]);
    await change('echo 1');
    expect((await untold()).map(({ approval_id }) => approval_id)).toEqual([no.id]);
    expect(await server.get(TaskOutcomes).untold(task.id, clock.now() + 1)).toEqual([]);
  });
});
