import type { ApprovalList, ApprovalView } from '@kenny/contract';
import { FakeClock, NO_ANSWER } from '@kenny/testing';
import { MINUTE_MS } from '@kenny/kernel';
import { ApprovalsService } from '../src/policy/index.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();

describe('a server whose wall clock is wrong', () => {
  let clock: FakeClock;
  let server: AServer;
  beforeEach(async () => {
    clock = new FakeClock();
    server = await AServer.start({ dataDir: newDir(), clock });
  });
  afterEach(() => server.stop());

  async function ask(command: string): Promise<ApprovalView> {
    const { body } = await server.http<{ approval: ApprovalView }>(
      'POST',
      '/api/tools/shell_exec',
      { agent_id: 'pc1', args: { command } },
    );
    return body.approval;
  }
  const connected = () =>
    server.connected('pc1', {
      features: ['shell_exec'],
      handlers: { shell_exec: () => NO_ANSWER },
    });
  const list = async (query: string) =>
    (await server.http<ApprovalList>('GET', `/api/approvals?${query}`)).body;
  const stateOf = async (id: string) =>
    (await server.get(ApprovalsService).stored(id)).record.state;

  it('goes on waiting for an answer, and gives up when the time has really passed', async () => {
    const agent = await connected();
    const { id, call_sha256 } = await ask('echo hello');
    await server.http('POST', `/api/approvals/${id}`, { decision: 'approve', call_sha256 });
    const request = await agent.request();
    const approvals = server.get(ApprovalsService);
    clock.jump(11 * MINUTE_MS);
    await approvals.expireOverdue();
    expect(await stateOf(id)).toBe('sent');
    clock.jump(-22 * MINUTE_MS);
    const done = server.reaches(id, 'done');
    agent.answer(request.id, { stdout: '', stderr: '', exit_code: 0 });
    await done;
  });

  it('does not leave a call "sent" when nobody will ever report it', async () => {
    const agent = await connected();
    const { id, call_sha256 } = await ask('echo hello');
    const approvals = server.get(ApprovalsService);
    const apply = approvals.apply.bind(approvals);
    jest
      .spyOn(approvals, 'apply')
      .mockImplementation((...step) =>
        step[1].type === 'respond' || (step[1].type === 'lose' && step[1].why !== 'timeout')
          ? Promise.reject(new Error('the disk is full'))
          : apply(...step),
      );
    await server.http('POST', `/api/approvals/${id}`, { decision: 'approve', call_sha256 });
    const request = await agent.request();
    agent.answer(request.id, { stdout: '', stderr: '', exit_code: 0 });
    clock.jump(-60 * MINUTE_MS);
    const settled = server.reaches(id, 'unknown');
    clock.advance(15 * MINUTE_MS);
    expect(await settled).toMatchObject({ outcome: { error: { code: 'timeout' } } });
  });

  it('lists approvals in the order in which they were asked for, page by page', async () => {
    await connected();
    const first = await ask('echo 1');
    clock.jump(-60 * MINUTE_MS);
    const second = await ask('echo 2');
    clock.jump(30 * MINUTE_MS);
    const third = await ask('echo 3');
    const ids = [third.id, second.id, first.id];
    const whole = await list('limit=10');
    expect(whole.items.map(({ id }) => id)).toEqual(ids);
    // Whoever is asked, now or later, says the same place.
    expect(whole.items.map(({ seq }) => seq)).toEqual([third.seq, second.seq, first.seq]);
    expect([second.seq, third.seq]).toEqual([first.seq + 1, first.seq + 2]);
    const paged: (string | undefined)[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: ApprovalList = await list(`limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(ids);
    // As the server before wrote it: the time and the id of the last one that was shown.
    const before = await list(`limit=1&cursor=${Date.parse(second.requested_at)}.${second.id}`);
    expect(before.items.map(({ id }) => id)).toEqual([first.id]);
    const open = await server.get(ApprovalsService).listOpen(null);
    expect(open.map(({ id }) => id)).toEqual(ids);
  });

  it('refuses a cursor of an approval that is not there', async () => {
    const { status } = await server.http('GET', '/api/approvals?cursor=1000.apr_none');
    expect(status).toBe(400);
  });

  it('answers a repetition with the newest approval of that call', async () => {
    await connected();
    const denied = await ask('echo hello');
    const { id, call_sha256 } = denied;
    await server.http('POST', `/api/approvals/${id}`, { decision: 'cancel', call_sha256 });
    clock.jump(-60 * MINUTE_MS);
    const pending = await ask('echo hello');
    expect(pending.id).not.toBe(denied.id);
    expect((await ask('echo hello')).id).toBe(pending.id);
  });
});
