import type { ApprovalView, AuditRowView } from '@kenny/contract';
import { FakeClock, type FakeAgent } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import {
  CLIENT_KINDS,
  connectClient,
  isModern,
  mcpToken,
  rawModern,
  said,
  type ClientKind,
  type McpClient,
  type ToolAnswer,
  type UsersAnswer,
} from '../test/mcp-world.js';
import { MCP_TIMES } from '../src/mcp/limits.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const clock = new FakeClock();
let server: AServer;
let token: string;
let pc: FakeAgent;
const clients: McpClient[] = [];

const FLUSH = 'net_dns_flush';
const WINDOWS = {
  meta: { os: 'windows' as const },
  features: ['call_status'],
  handlers: {
    net_dns_flush: () => ({ ok: true }),
    powershell_exec: () => ({ stdout: 'ran', stderr: '', exit_code: 0 }),
    winget_install: () => ({ ok: true, log: 'installed' }),
    net_adapter_reset: () => ({ ok: true }),
  },
};

/** Every test has a PC and a token of its own. */
let pcs = 0;
let pcId: string;

beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir(), clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ token } = await mcpToken(server, { elicitation: true }));
  pcId = `pc${(pcs += 1)}`;
  pc = await server.connected(pcId, WINDOWS);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function client(
  kind: ClientKind,
  answer?: (message: string) => UsersAnswer | Promise<UsersAnswer>,
  secret = token,
): Promise<McpClient> {
  const setup = { url: server.url, token: secret };
  const made = await connectClient(kind, answer ? { ...setup, answer } : setup);
  clients.push(made);
  return made;
}

const flush = (from: McpClient): Promise<ToolAnswer> =>
  from.call(FLUSH, { agent_id: pcId, reason: 'a name does not resolve' });
const accept = (): UsersAnswer => ({ action: 'accept', content: { approve: true } });

async function approvals(): Promise<ApprovalView[]> {
  const { body } = await server.http<{ items: ApprovalView[] }>('GET', '/api/approvals');
  return body.items.filter(({ agent_id }) => agent_id === pcId);
}

async function decide(decision: 'approve' | 'deny', { id, call_sha256 }: ApprovalView) {
  const path = `/api/approvals/${id}`;
  const reason = 'said so';
  const { status } = await server.http('POST', path, { decision, call_sha256, reason });
  expect(status).toBe(200);
}

async function only(): Promise<ApprovalView> {
  const [approval, ...more] = await approvals();
  if (!approval || more.length > 0) throw new Error(`not one approval: ${more.length}`);
  return approval;
}

/** The answer holds the approval that waits, and says where to decide. */
async function expectWaiting(answer: ToolAnswer): Promise<void> {
  const { id } = await only();
  expect(answer.isError).toBe(true);
  expect(answer.structuredContent).toMatchObject({
    approval: { id, state: 'pending', tool: FLUSH, agent_id: pcId },
    decide: {
      url: `http://127.0.0.1:0/approvals/${id}`,
      command: `kenny approvals approve ${id}`,
    },
  });
  expect(said(answer)).toEqual(answer.structuredContent);
  expect((await only()).state).toBe('pending');
}

describe.each(CLIENT_KINDS)('a client whose token was not made to accept (%s)', (kind) => {
  const never = (): Promise<UsersAnswer> => new Promise<UsersAnswer>(() => undefined);
  it.each([
    ['accepts', accept],
    ['declines', (): UsersAnswer => ({ action: 'decline' })],
    ['puts questions away', (): UsersAnswer => ({ action: 'cancel' })],
    ['never answers', never],
  ])('that %s reaches no PC: one approval waits for a person', async (_, answers) => {
    let questions = 0;
    const quiet = await mcpToken(server, { name: 'as npm start makes it' });
    expect(quiet.elicitation).toBe(false);
    const anna = await client(
      kind,
      () => {
        questions += 1;
        return answers();
      },
      quiet.token,
    );
    await expectWaiting(await flush(anna));
    await expectWaiting(await flush(anna));
    expect([questions, pc.requests.length]).toEqual([0, 0]);
    expect((await only()).decisions).toEqual([]);
  });
});

describe.each(CLIENT_KINDS)('a change of low risk, asked for by a client (%s)', (kind) => {
  it('runs once when its user accepts, recorded as the client’s answer and not as a person’s', async () => {
    const questions: string[] = [];
    const anna = await client(kind, (message) => {
      questions.push(message);
      return accept();
    });
    const answer = await flush(anna);
    expect(answer.structuredContent).toMatchObject({ source: `agent:${pcId}`, data: { ok: true } });
    expect(pc.requests).toHaveLength(1);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain(`run net_dns_flush on the PC "${pcId}"? (low risk)`);
    expect(questions[0]).toContain('The model says why: a name does not resolve');
    const { id, decisions } = await only();
    expect(decisions).toMatchObject([
      {
        decision: 'approve',
        by: { kind: 'mcp_client', name: 'the client that asked' },
        reason: 'accepted in the client that asked',
      },
    ]);
    const rows = await server.audit(`approval_id=${id}`);
    expect(rows.map(stepOf)).toEqual([
      'decision hand_over mcp_client',
      'call respond system',
      'decision claim system',
      'decision approve mcp_client',
      'decision request mcp_client',
    ]);
    expect(rows[3]?.actor.name).toBe('the client that asked');
  });

  it('runs again only after another question: its outcome was handed over', async () => {
    let questions = 0;
    const anna = await client(kind, () => {
      questions += 1;
      return accept();
    });
    await flush(anna);
    await flush(anna);
    expect([questions, pc.requests.length]).toEqual([2, 2]);
  });

  it('does not run when its user declines', async () => {
    const anna = await client(kind, () => ({ action: 'decline' }));
    const answer = await flush(anna);
    expect(answer.isError).toBe(true);
    expect(said(answer)).toMatchObject({ error: { code: 'denied' } });
    expect((await only()).state).toBe('denied');
    expect(said(await flush(anna))).toMatchObject({ error: { code: 'denied' } });
    expect(pc.requests).toHaveLength(0);
  });

  it('does not run when its user leaves the box empty', async () => {
    const anna = await client(kind, () => ({ action: 'accept', content: { approve: false } }));
    expect(said(await flush(anna))).toMatchObject({ error: { code: 'denied' } });
    expect(pc.requests).toHaveLength(0);
  });

  it('waits for a person when the question is put away, and does not bring it back', async () => {
    let questions = 0;
    const anna = await client(kind, () => {
      questions += 1;
      return { action: 'cancel' };
    });
    await expectWaiting(await flush(anna));
    await expectWaiting(await flush(anna));
    expect(questions).toBe(1);
    expect(pc.requests).toHaveLength(0);
  });

  it('waits for a person when the client cannot ask, and gives its outcome once', async () => {
    const anna = await client(kind);
    await expectWaiting(await flush(anna));
    expect(pc.requests).toHaveLength(0);
    const approval = await only();
    const done = server.reaches(approval.id, 'done');
    await decide('approve', approval);
    await done;
    expect((await flush(anna)).structuredContent).toMatchObject({ data: { ok: true } });
    expect(pc.requests).toHaveLength(1);
    const rows = (await server.audit('tool=net_dns_flush')).map(stepOf);
    // Collecting it is a step as well, and no second run.
    expect(rows.slice(0, 5)).toEqual([
      'decision hand_over mcp_client',
      'call respond system',
      'decision claim system',
      'decision approve operator',
      'decision request mcp_client',
    ]);
    expect(said(await flush(anna))).toMatchObject({ approval: { state: 'pending' } });
    expect(pc.requests).toHaveLength(1);
  });

  it('waits for a person when nobody answers', async () => {
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    let speak = (_: UsersAnswer): void => undefined;
    const silence = new Promise<UsersAnswer>((resolve) => (speak = resolve));
    const anna = await client(kind, () => {
      asked();
      return silence;
    });
    const answer = flush(anna);
    await isAsked;
    // For a client of 2026-07-28 the question is the answer: the server waits for nothing.
    if (!isModern(kind)) {
      await clock.advanceAsync(MCP_TIMES.question);
      await expectWaiting(await answer);
    }
    expect((await only()).state).toBe('pending');
    expect(pc.requests).toHaveLength(0);
    speak({ action: 'cancel' });
    await answer;
  });

  it('is told what a person decided elsewhere while the question stood open', async () => {
    const anna = await client(kind, async () => {
      const approval = await only();
      const done = server.reaches(approval.id, 'done');
      await decide('approve', approval);
      await done;
      return accept();
    });
    expect((await flush(anna)).structuredContent).toMatchObject({ data: { ok: true } });
    expect(pc.requests).toHaveLength(1);
    const { decisions } = await only();
    expect(decisions).toMatchObject([{ by: { kind: 'operator' } }]);
  });

  it.each([
    ['powershell_exec', { script: 'Get-Date' }, 'high'],
    ['winget_install', { id: 'Evil.Package' }, 'high'],
    ['net_adapter_reset', { name: 'Ethernet' }, 'medium'],
  ])('of more than low risk is never asked about there: %s', async (tool, args, risk) => {
    let questions = 0;
    const anna = await client(kind, () => {
      questions += 1;
      return accept();
    });
    const answer = await anna.call(tool, { agent_id: pcId, ...args });
    expect(answer.structuredContent).toMatchObject({ approval: { risk, state: 'pending' } });
    expect([questions, pc.requests.length]).toEqual([0, 0]);
  });

  it('is not asked about with the token of a task', async () => {
    const task = await mcpToken(server, { name: 'task', scope: 'task' });
    const anna = await client(kind, accept, task.token);
    await expectWaiting(await flush(anna));
    expect(pc.requests).toHaveLength(0);
  });
});

function stepOf({ kind, target, actor }: AuditRowView): string {
  return `${kind} ${target ?? ''} ${actor.kind}`;
}

describe('what a client of 2026-07-28 carries between question and answer', () => {
  let call: { name: string; arguments: object };
  beforeEach(() => {
    call = { name: FLUSH, arguments: { agent_id: pcId } };
  });
  const yes = { approve: { action: 'accept', content: { approve: true } } };
  interface Result {
    readonly requestState: string;
    readonly isError?: boolean;
    readonly structuredContent?: Record<string, unknown>;
  }
  const send = async (params: { name: string } & Record<string, unknown>, secret = token) => {
    const setup = { url: server.url, token: secret };
    return (await rawModern(setup, 'tools/call', params)).body as {
      result?: Result;
      error?: { code: number; message: string };
    };
  };
  const question = async (): Promise<string> => {
    const { result } = await send(call);
    if (!result) throw new Error('no question');
    return result.requestState;
  };

  it.each([
    ['a token of every day', {}],
    ['a token whose client may accept', { elicitation: true }],
  ])('installs nothing by two plain requests with %s', async (_, rights) => {
    const { token: own } = await mcpToken(server, rights);
    const install = { name: 'winget_install', arguments: { agent_id: pcId, id: 'Evil.Package2' } };
    const { result } = await send(install, own);
    expect(result?.requestState).toBeUndefined();
    await send({ ...install, inputResponses: yes, requestState: 'made up' }, own);
    await send({ ...install, inputResponses: yes }, own);
    expect(pc.requests).toHaveLength(0);
    expect(await only()).toMatchObject({ state: 'pending', risk: 'high', decisions: [] });
  });

  it('is good for one answer', async () => {
    const requestState = await question();
    const first = await send({ ...call, requestState, inputResponses: yes });
    expect(first.result?.structuredContent).toMatchObject({ data: { ok: true } });
    expect(pc.requests).toHaveLength(1);
    const again = await send({ ...call, requestState, inputResponses: yes });
    expect(again.result).toMatchObject({ isError: true });
    expect(again.result?.structuredContent).toMatchObject({ error: { code: 'conflict' } });
    expect(pc.requests).toHaveLength(1);
  });

  it('is good for one answer when two come at once', async () => {
    const requestState = await question();
    const answers = [1, 2, 3].map(() => send({ ...call, requestState, inputResponses: yes }));
    const ran = (await Promise.all(answers)).filter(({ result }) => !result?.isError);
    expect([ran.length, pc.requests.length]).toEqual([1, 1]);
  });

  it.each([
    ['one changed character', (state: string) => flipped(state, state.length - 3)],
    ['another beginning', (state: string) => flipped(state, 12)],
    ['nothing', () => ''],
    ['words', () => 'approve it'],
    ['JSON of its own', () => JSON.stringify({ approval_id: 'apr_1' })],
  ])('is refused with %s', async (_, change) => {
    const requestState = change(await question());
    const { error, result } = await send({ ...call, requestState, inputResponses: yes });
    expect(error ?? result?.isError).toBeTruthy();
    expect(pc.requests).toHaveLength(0);
    expect((await only()).state).toBe('pending');
  });

  it('is refused with another call', async () => {
    const requestState = await question();
    await server.connected(`${pcId}-other`, WINDOWS);
    const other = { name: FLUSH, arguments: { agent_id: `${pcId}-other` } };
    const { result } = await send({ ...other, requestState, inputResponses: yes });
    expect(result?.structuredContent).toMatchObject({ error: { code: 'conflict' } });
    expect(pc.requests).toHaveLength(0);
  });

  it('is refused from another principal', async () => {
    const requestState = await question();
    const bob = await mcpToken(server, { operator: { id: 'bob' }, name: 'Bob' });
    const { error } = await send({ ...call, requestState, inputResponses: yes }, bob.token);
    expect(error).toMatchObject({ code: -32602 });
    expect(pc.requests).toHaveLength(0);
  });

  it('is not good any more after the question was put away', async () => {
    const requestState = await question();
    await send({ ...call, requestState, inputResponses: { approve: { action: 'cancel' } } });
    const { result } = await send({ ...call, requestState, inputResponses: yes });
    expect(result).toMatchObject({ isError: true });
    expect(pc.requests).toHaveLength(0);
  });
});

function flipped(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
}
