import {
  AGENT_FEATURES,
  type ApprovalAnswer,
  type ApprovalView,
  type CreatedToken,
  type CreateTokenBody,
} from '@kenny/contract';
import { FakeClock, NO_ANSWER, type FakeHandler } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const RULE = { id: 'no-snap', applies_to: 'posix', pattern: '\\bsnap\\b', reason: 'uses snap' };
let clock: FakeClock;
let server: AServer;

beforeEach(async () => {
  clock = new FakeClock();
  server = await AServer.start({ dataDir: newDir(), clock });
  const handlers: Record<string, FakeHandler> = { shell_exec: () => NO_ANSWER };
  await server.connected('pc1', { features: [...AGENT_FEATURES], handlers });
});
afterEach(() => server.stop());

async function tokenOf(id: string, more: Partial<CreateTokenBody> = {}): Promise<string> {
  const body = { operator: { id }, name: id, scope: 'operator', ...more };
  return (await server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
}

async function ask(command: string, token?: string): Promise<ApprovalView> {
  const body = { agent_id: 'pc1', args: { command } };
  const asked = await server.http<ApprovalAnswer>('POST', '/api/tools/shell_exec', body, token);
  return asked.body.approval;
}

function decide({ id, call_sha256 }: ApprovalView, decision: string, token: string) {
  return server.http('POST', `/api/approvals/${id}`, { decision, call_sha256 }, token);
}

describe('deciding with a token that lacks the class of the tool', () => {
  it.each(['approve', 'deny', 'cancel'])(
    'does not %s what somebody else asked for, and says which class is missing',
    async (decision) => {
      const reader = await tokenOf('rea', { decide: true, classes: ['read', 'sensitive'] });
      const approval = await ask('id');
      expect(await decide(approval, decision, reader)).toMatchObject({
        status: 403,
        body: {
          error: { code: 'forbidden', message: expect.stringContaining('"change"') as string },
        },
      });
      const { body } = await server.http<ApprovalAnswer>('GET', `/api/approvals/${approval.id}`);
      expect(body.approval.state).toBe('pending');
    },
  );

  it.each(['deny', 'cancel'])(
    'may still %s what the same operator asked for with another token',
    async (decision) => {
      const own = await ask('id', await tokenOf('rea'));
      const reader = await tokenOf('rea', { decide: true, classes: ['read'] });
      expect(await decide(own, decision, reader)).toMatchObject({ status: 200 });
    },
  );

  it('does not approve even what the same operator asked for with another token', async () => {
    const own = await ask('id', await tokenOf('rea'));
    const reader = await tokenOf('rea', { decide: true, classes: ['read'] });
    expect(await decide(own, 'approve', reader)).toMatchObject({ status: 403 });
  });

  it('approves with the class', async () => {
    const changer = await tokenOf('ben', { decide: true, classes: ['change'] });
    expect(await decide(await ask('id'), 'approve', changer)).toMatchObject({ status: 200 });
  });
});

describe('a request that has waited', () => {
  const changedSince = async ({ id }: ApprovalView) =>
    (await server.http<ApprovalAnswer>('GET', `/api/approvals/${id}`)).body.approval.changed_since;

  it('says what changed on the PC and in the rules since it was asked for', async () => {
    const approval = await ask('snap list');
    expect(await changedSince(approval)).toEqual([]);
    await server.http('PATCH', '/api/agents/pc1', {
      ...{ name: "Ben's", tags: ['two-key'], allow_too_few_approvers: true },
    });
    await server.http('POST', '/api/policy/rules', RULE);
    clock.advance(1000);
    await server.connect('pc1', { features: [...AGENT_FEATURES] });
    expect(await changedSince(approval)).toEqual([
      'The guard refuses it by now: it uses snap.',
      'Two different people have to approve it by now.',
      'The PC was away in between, or its agent was started again.',
      'The PC was renamed from "pc1" to "Ben\'s".',
    ]);
  });

  it('is judged again when it is approved: a rule from since then keeps it from running', async () => {
    const approval = await ask('snap list');
    await server.http('POST', '/api/policy/rules', RULE);
    const lapsed = server.reaches(approval.id, 'lapsed');
    await decide(approval, 'approve', server.admin);
    expect(await lapsed).toMatchObject({ outcome: { error: { code: 'blocked' } } });
  });

  it('says nothing of changes once it has ended', async () => {
    const approval = await ask('id');
    await decide(approval, 'deny', server.admin);
    expect(await changedSince(approval)).toBeUndefined();
  });
});

describe('what differs by little from a call that was denied', () => {
  const deniedBefore = async ({ id }: ApprovalView) =>
    (await server.http<ApprovalAnswer>('GET', `/api/approvals/${id}`)).body.approval.denied_before;

  it('says who denied it, when and why', async () => {
    const first = await ask('systemctl stop cups');
    const { id, call_sha256 } = first;
    const no = { decision: 'deny', call_sha256, reason: 'not while she works' };
    await server.http('POST', `/api/approvals/${id}`, no);
    clock.jump(12 * 60_000);
    const again = await ask("systemctl  stop 'cups'");
    expect(again).toMatchObject({
      state: 'pending',
      denied_before: { approval_id: id, by: { kind: 'operator' }, reason: 'not while she works' },
    });
    expect(again.denied_before?.same).toBe(false);
    expect((await ask('systemctl stop cups')).denied_before?.same).toBe(true);
    expect((await ask('df -h')).denied_before).toBeUndefined();
    const other = await tokenOf('ben');
    expect((await ask('systemctl stop cups ', other)).denied_before).toBeUndefined();
  });

  it('says it also of one that waited already when the no was said', async () => {
    const [first, second] = [await ask('reboot'), await ask('reboot ')];
    expect(await deniedBefore(second)).toBeUndefined();
    await decide(first, 'deny', server.admin);
    expect(await deniedBefore(second)).toMatchObject({ approval_id: first.id });
  });

  it('is forgotten after a day', async () => {
    await decide(await ask('reboot'), 'deny', server.admin);
    clock.jump(24 * 3_600_000 + 1);
    expect((await ask('reboot ')).denied_before).toBeUndefined();
  });
});

describe('removing a custom rule', () => {
  it('takes a token that may decide, where adding takes an operator', async () => {
    const ben = await tokenOf('ben');
    expect(await server.http('POST', '/api/policy/rules', RULE, ben)).toMatchObject({
      status: 201,
    });
    const refused = await server.http('DELETE', '/api/policy/rules/no-snap', undefined, ben);
    expect(refused).toMatchObject({
      status: 403,
      body: {
        error: { code: 'forbidden', message: expect.stringContaining('"decide"') as string },
      },
    });
    const asked = { agent_id: 'pc1', args: { command: 'snap list' } };
    expect(await server.http('POST', '/api/tools/shell_exec', asked)).toMatchObject({
      body: { error: { code: 'blocked' } },
    });
    const cleo = await tokenOf('cleo', { decide: true });
    const removed = await server.http('DELETE', '/api/policy/rules/no-snap', undefined, cleo);
    expect(removed.status).toBe(204);
  });
});
