import {
  AGENT_FEATURES,
  CAPS,
  TWO_KEY_TAG,
  type ApprovalAnswer,
  type ApprovalList,
  type ApprovalView,
  type CreatedToken,
} from '@kenny/contract';
import { FakeClock, NO_ANSWER, type FakeHandler } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
/** It stands still, so that whatever happens in a test happens at the same moment. */
let clock: FakeClock;
let server: AServer;

beforeEach(async () => {
  clock = new FakeClock();
  server = await AServer.start({ dataDir: newDir(), clock });
});
afterEach(() => server.stop());

async function connect(handler: FakeHandler = () => NO_ANSWER) {
  const handlers = { shell_exec: handler };
  return server.connected('pc1', { features: [...AGENT_FEATURES], handlers });
}

async function ask(command: string): Promise<ApprovalView> {
  const body = { agent_id: 'pc1', args: { command } };
  return (await server.http<ApprovalAnswer>('POST', '/api/tools/shell_exec', body)).body.approval;
}

const page = (query: string) => server.http<ApprovalList>('GET', `/api/approvals?${query}`);

const read = async ({ id }: ApprovalView) =>
  (await server.http<ApprovalAnswer>('GET', `/api/approvals/${id}`)).body.approval;

function approve({ id, call_sha256 }: ApprovalView, query = '') {
  const body = { decision: 'approve', call_sha256 };
  return server.http<ApprovalAnswer>('POST', `/api/approvals/${id}${query}`, body);
}

describe('the list of approvals', () => {
  it('loses and repeats none when they were all asked for at the same moment', async () => {
    await connect();
    const asked: string[] = [];
    for (let i = 0; i < 5; i += 1) asked.push((await ask(`echo ${i}`)).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 1; cursor !== null; pages += 1) {
      const { body } = await page(`limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.next_cursor;
      expect(body.items.length).toBe(pages === 3 ? 1 : 2);
    }
    expect(new Set(seen)).toEqual(new Set(asked));
    expect(seen).toHaveLength(5);
  });

  it('ends a page before its outcomes are too much for one answer', async () => {
    const stdout = 'x'.repeat(CAPS.httpPageBytes * 0.4);
    await connect(() => ({ stdout, stderr: '', exit_code: 0 }));
    for (const command of ['echo 1', 'echo 2', 'echo 3']) {
      await approve(await ask(command), '?wait=30');
      clock.advance(1000);
    }
    const { body } = await page('limit=10');
    expect(body.items.map(({ args }) => args)).toMatchObject([
      { command: 'echo 3' },
      { command: 'echo 2' },
    ]);
    const rest = (await page(`limit=10&cursor=${body.next_cursor ?? ''}`)).body;
    expect(rest).toMatchObject({ items: [{ args: { command: 'echo 1' } }], next_cursor: null });
  });

  it('is newest first and can be asked for one state', async () => {
    await connect(() => ({ stdout: '', stderr: '', exit_code: 0 }));
    const first = await ask('echo 1');
    clock.advance(1000);
    const second = await ask('echo 2');
    expect((await page('')).body.items.map(({ id }) => id)).toEqual([second.id, first.id]);
    await approve(first, '?wait=60');
    expect((await page('state=done')).body.items.map(({ id }) => id)).toEqual([first.id]);
    expect((await page('state=pending')).body.items.map(({ id }) => id)).toEqual([second.id]);
  });

  it('can be asked what ran on one PC with one tool, within what the token may see', async () => {
    await connect(() => ({ stdout: '', stderr: '', exit_code: 0 }));
    const shell = await ask('echo 1');
    const ids = async (query: string) => (await page(query)).body.items.map(({ id }) => id);
    expect(await ids('agent_id=pc1&tool=shell_exec')).toEqual([shell.id]);
    expect(await ids('agent_id=pc1&tool=powershell_exec')).toEqual([]);
    expect(await ids('agent_id=pc2&tool=shell_exec')).toEqual([]);
    const narrow = { operator: { id: 'ben' }, name: 'b', scope: 'operator', agents: ['pc2'] };
    const made = await server.http<CreatedToken>('POST', '/api/tokens', narrow);
    for (const query of ['agent_id=pc1', 'tool=shell_exec']) {
      const path = `/api/approvals?${query}`;
      const { body } = await server.http<ApprovalList>('GET', path, undefined, made.body.token);
      expect(body.items).toEqual([]);
    }
  });

  it('says when too many wait, and how long to leave it', async () => {
    await connect();
    for (let i = 0; i < 5; i += 1) await ask(`echo ${i}`);
    const body = { agent_id: 'pc1', args: { command: 'echo more' } };
    const answer = await server.http('POST', '/api/tools/shell_exec', body);
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(answer.headers.get('retry-after')).toBe('60');
  });
});

describe('a decision', () => {
  it('is answered at once when nobody wants to wait', async () => {
    const pc = await connect();
    const approval = await ask('sleep 1');
    const { body } = await approve(approval);
    expect(body.approval).toMatchObject({ id: approval.id, decisions: [{ decision: 'approve' }] });
    await pc.request();
  });

  it('waits for the end of the call, but no longer than was asked', async () => {
    const pc = await connect();
    const approval = await ask('sleep 1');
    const waiting = approve(approval, '?wait=7');
    await pc.request();
    clock.advance(7000);
    expect((await waiting).body.approval).toMatchObject({ state: 'sent', outcome: null });
  });

  it('goes on when whoever waits for it leaves', async () => {
    const pc = await connect();
    const approval = await ask('sleep 1');
    const { id, call_sha256 } = approval;
    const left = new AbortController();
    const waiting = fetch(`${server.url}/api/approvals/${id}?wait=60`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'approve', call_sha256 }),
      signal: left.signal,
    });
    const { id: call_id } = await pc.request();
    left.abort();
    await expect(waiting).rejects.toThrow();
    const done = server.reaches(id, 'done');
    pc.answer(call_id, { stdout: 'late', stderr: '', exit_code: 0 });
    expect(await done).toMatchObject({ outcome: { result: { stdout: 'late' } } });
  });

  it.each([
    ['the usual hour', {}, 3_600],
    ['as long as the requester wished', { expires_in_s: 86_400 }, 86_400],
    ['as short as the requester wished', { expires_in_s: 60 }, 60],
  ])('may come within %s', async (_name, wish, seconds) => {
    await connect();
    const body = { agent_id: 'pc1', args: { command: 'sleep 1' }, ...wish };
    const asked = await server.http<ApprovalAnswer>('POST', '/api/tools/shell_exec', body);
    const { requested_at, approve_by } = asked.body.approval;
    expect(Date.parse(approve_by) - Date.parse(requested_at)).toBe(seconds * 1000);
  });

  it.each([59, 86_401, 90.5, '3600', null])(
    'is not waited for as long as %s s',
    async (expires_in_s) => {
      await connect();
      const body = { agent_id: 'pc1', args: { command: 'sleep 1' }, expires_in_s };
      const refused = await server.http('POST', '/api/tools/shell_exec', body);
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'validation' } } });
    },
  );

  it('is gone when it comes too late', async () => {
    await connect();
    const approval = await ask('sleep 1');
    clock.advance(3_601_000);
    const answer = await approve(approval);
    expect(answer).toMatchObject({ status: 410, body: { error: { code: 'expired' } } });
  });
});

describe('the risk of a request', () => {
  const FIX = 'systemctl restart cups';

  it('is medium for a fix of kenny’s own by which nobody loses anything, and high for any other script', async () => {
    await connect();
    expect(await ask(FIX)).toMatchObject({ risk: 'medium', fix: 'Restart the print service' });
    for (const other of [`${FIX} `, `${FIX}; id`, 'systemctl restart ssh']) {
      const asked = await ask(other);
      expect([other, asked.risk, asked.fix]).toEqual([other, 'high', undefined]);
    }
  });

  it('stays as it was asked for while it waits, and one person decides it also where two do', async () => {
    await connect(() => ({ stdout: '', stderr: '', exit_code: 0 }));
    await server.http('PATCH', '/api/agents/pc1', {
      ...{ tags: [TWO_KEY_TAG], allow_too_few_approvers: true },
    });
    const [fix, script] = [await ask(FIX), await ask('systemctl restart ssh')];
    expect([fix.required, script.required]).toEqual([1, 2]);
    expect((await read(fix)).changed_since).toEqual([]);
    expect((await approve(fix, '?wait=60')).body.approval).toMatchObject({ state: 'done' });
  });
});

describe('a request that waits', () => {
  it('says when nearly the same has run meanwhile', async () => {
    await connect(() => ({ stdout: '', stderr: '', exit_code: 0 }));
    const [first, second, other] = [await ask('df -h'), await ask('df  -h'), await ask('uptime')];
    clock.advance(1_000);
    await approve(first, '?wait=60');
    expect((await read(second)).changed_since).toEqual([
      'Nearly the same ran on this PC since, approved by admin.',
    ]);
    expect((await read(other)).changed_since).toEqual([]);
  });
});
