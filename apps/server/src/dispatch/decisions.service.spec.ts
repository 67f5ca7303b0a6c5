import { CLIENTS_WORD, type ApprovalView } from '@kenny/contract';
import type { Outcome } from '@kenny/gate';
import { aMeta } from '@kenny/testing';
import { aLiveAgent, asking, GateWorld, MCP_CLIENT, OVER_MCP, PC } from '../../test/gate-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import type { CallContext } from '../kernel/index.js';

const tempDir = tempDirs();
const ANNA = asking();
const BOB = asking({ id: 'bob', name: 'Bob', token_id: 'tok_bob' });
const SHELL = { command: 'systemctl restart cups', timeout_s: 30 };
/** Of low risk: an MCP client's own word is enough. */
const LOW_RISK = { tool: 'net_dns_flush', args: {} };
const RESULT = { exit_code: 0, stdout: 'done', stderr: '' };

describe('Decisions', () => {
  let world: GateWorld;

  beforeEach(async () => {
    world = await GateWorld.open(tempDir());
  });
  afterEach(() => world.close());

  async function asked(
    ctx: CallContext = OVER_MCP,
    { tool, args }: { tool: string; args: unknown } = { tool: 'shell_exec', args: SHELL },
  ): Promise<ApprovalView> {
    const outcome = await world.dispatch.call(ctx, { tool, args, agent_id: PC.agent_id });
    if (outcome.kind !== 'approval') throw new Error(JSON.stringify(outcome));
    return outcome.approval;
  }

  const decide = (ctx: CallContext, { id, call_sha256 }: ApprovalView, decision = 'approve') =>
    world.decisions.decide(ctx, id, {
      decision: decision as 'approve',
      call_sha256,
    });
  const ended = ({ id }: ApprovalView) => world.decisions.onOutcome(id);

  describe('an approval', () => {
    it('runs the call once, as it was frozen', async () => {
      const approval = await asked();
      expect(await decide(ANNA, approval)).toMatchObject({ state: 'approved' });
      expect(await ended(approval)).toMatchObject({ state: 'done', outcome: { result: RESULT } });
      expect(world.sent).toMatchObject([
        { tool: 'shell_exec', args: SHELL, approval: approval.id, timeoutMs: 35_000 },
      ]);
      expect(world.audit.rows.map(({ target }) => target)).toEqual([
        ...['request', 'approve', 'claim', 'respond'],
      ]);
    });

    it('is refused to a second person', async () => {
      const approval = await asked();
      await decide(ANNA, approval);
      await expect(decide(BOB, approval)).rejects.toMatchObject({ code: 'already_decided' });
    });

    it('needs two people as soon as the PC requires two approvals', async () => {
      const approval = await asked();
      world.tags = ['two-key'];
      expect(await decide(ANNA, approval)).toMatchObject({ state: 'pending', required: 2 });
      expect(world.sent).toEqual([]);
      expect(await decide(BOB, approval)).toMatchObject({ state: 'approved' });
      expect(await ended(approval)).toMatchObject({ state: 'done' });
    });

    it('takes a token that may decide', async () => {
      const approval = await asked();
      const refused = decide(asking({ decide: false }), approval);
      await expect(refused).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('cannot decide') as string,
      });
    });

    it('takes the class of the tool', async () => {
      const approval = await asked();
      const refused = decide(asking({ classes: ['read'] }), approval);
      await expect(refused).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('class "change"') as string,
      });
    });

    it('is of no PC that one may not see', async () => {
      const approval = await asked();
      const refused = decide(asking({ agents: ['pc2'] }), approval);
      await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    });

    it('is refused while rows of the audit log are missing', async () => {
      const approval = await asked();
      world.holdChanges();
      await expect(decide(ANNA, approval)).rejects.toMatchObject({ code: 'held' });
      expect(world.sent).toEqual([]);
    });
  });

  describe('what was approved does not run', () => {
    const lapsed = (code: string) => ({ state: 'lapsed', outcome: { error: { code } } });

    it('when a rule refuses it by now', async () => {
      const approval = await asked();
      world.rules = [
        { id: 'r1', applies_to: 'posix', pattern: 'cups', reason: 'touches the printers' },
      ];
      world.events.emit('policy.changed', { at: 0 });
      await decide(ANNA, approval);
      expect(await ended(approval)).toMatchObject(lapsed('blocked'));
      expect(world.sent).toEqual([]);
    });

    it('when the PC went away', async () => {
      const approval = await asked();
      world.live = undefined;
      await decide(ANNA, approval);
      expect(await ended(approval)).toMatchObject(lapsed('offline'));
    });

    it('when the PC came back with an agent that lacks the tool', async () => {
      const approval = await asked();
      world.live = aLiveAgent({ meta: aMeta({ features: [], tools: [] }) });
      await decide(ANNA, approval);
      expect(await ended(approval)).toMatchObject(lapsed('unsupported'));
    });

    it('when the PC has another key', async () => {
      const approval = await asked();
      world.live = aLiveAgent({ agent_key: 'b'.repeat(64) });
      await decide(ANNA, approval);
      expect(await ended(approval)).toMatchObject(lapsed('hash_mismatch'));
      expect(world.sent).toEqual([]);
    });

    it('when the token of who asked was revoked', async () => {
      const approval = await asked();
      world.revoked.add('tok_mcp');
      await decide(ANNA, approval);
      expect(await ended(approval)).toMatchObject(lapsed('forbidden'));
      expect(world.sent).toEqual([]);
    });
  });

  describe('a denial', () => {
    it('ends the request, and nothing runs', async () => {
      const approval = await asked();
      expect(await decide(ANNA, approval, 'deny')).toMatchObject({ state: 'denied' });
      expect(await ended(approval)).toMatchObject({ state: 'denied' });
      expect(world.sent).toEqual([]);
    });

    it('to what one has asked for oneself takes no class', async () => {
      const approval = await asked(ANNA);
      const ctx = asking({ classes: ['read'] });
      expect(await decide(ctx, approval, 'deny')).toMatchObject({ state: 'denied' });
    });

    it('to what another has asked for takes the class of the tool', async () => {
      const approval = await asked();
      const refused = decide(asking({ classes: ['read'] }), approval, 'deny');
      await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    });

    it('is not needed to withdraw what one has asked for', async () => {
      const approval = await asked();
      expect(await decide(OVER_MCP, approval, 'cancel')).toMatchObject({ state: 'cancelled' });
    });

    it('is taken while rows of the audit log are missing', async () => {
      const approval = await asked();
      world.holdChanges();
      expect(await decide(ANNA, approval, 'deny')).toMatchObject({ state: 'denied' });
    });
  });

  describe('what an MCP client says its user answered', () => {
    const said = (
      { id, call_sha256 }: ApprovalView,
      accepted = true,
      principal: CallContext['principal'] = MCP_CLIENT,
    ) =>
      world.decisions.takeElicitationAnswer({ ...OVER_MCP, principal }, id, {
        accepted,
        call_sha256,
      });

    beforeEach(() => {
      world.live = aLiveAgent({ meta: aMeta({ os: 'windows' }) });
      world.answer = () => ({ kind: 'result', result: { ok: true } });
    });

    it('approves a call of low risk, in the name of nobody', async () => {
      const approval = await asked(OVER_MCP, LOW_RISK);
      expect(approval).toMatchObject({ risk: 'low' });
      expect(await said(approval)).toMatchObject({
        state: 'approved',
        decisions: [{ by: { kind: 'mcp_client', name: CLIENTS_WORD.name } }],
      });
      expect(world.audit.rows.at(1)).toMatchObject({
        ...{ target: 'approve', actor: { id: 'tok_mcp', name: CLIENTS_WORD.name } },
      });
      expect(await ended(approval)).toMatchObject({ state: 'done' });
    });

    it('declines it', async () => {
      const approval = await asked(OVER_MCP, LOW_RISK);
      expect(await said(approval, false)).toMatchObject({
        ...{ state: 'denied', decisions: [{ reason: CLIENTS_WORD.declined }] },
      });
    });

    it('does not approve a call of higher risk', async () => {
      world.live = aLiveAgent();
      const approval = await asked();
      await expect(said(approval)).rejects.toMatchObject({ code: 'forbidden' });
    });

    it('counts only with a token that was made for it', async () => {
      const approval = await asked(OVER_MCP, LOW_RISK);
      const without = { ...MCP_CLIENT, elicitation: false };
      await expect(said(approval, true, without)).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('do not count as approval') as string,
      });
    });

    it('is about nothing that another has asked for', async () => {
      const approval = await asked(ANNA, LOW_RISK);
      await expect(said(approval)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('the outcome', () => {
    it('is handed to whoever asked, once', async () => {
      const approval = await asked();
      await decide(ANNA, approval);
      const taken = await world.decisions.awaitOutcome(OVER_MCP, approval.id);
      expect(taken).toEqual({ kind: 'result', call_id: world.sent[0]?.id, result: RESULT });
      const again = world.decisions.awaitOutcome(OVER_MCP, approval.id);
      await expect(again).rejects.toMatchObject({ code: 'conflict' });
    });

    it('is the approval when nobody waits any more', async () => {
      world.answer = () => new Promise<Outcome>(() => undefined);
      const approval = await asked();
      await decide(ANNA, approval);
      const signal = AbortSignal.abort();
      const outcome = await world.decisions.awaitOutcome({ ...OVER_MCP, signal }, approval.id);
      expect(outcome).toMatchObject({ kind: 'approval', approval: { id: approval.id } });
    });

    it.each<[string, Outcome, object]>([
      [
        'refused by the PC in a code of its own',
        { kind: 'refused', error: { code: 'too_new', message: 'x' }, from_agent: true },
        { state: 'failed', outcome: { error: { code: 'too_new', message: 'x' } } },
      ],
      [
        'refused by the PC as if it were the server',
        { kind: 'refused', error: { code: 'unauthenticated', message: 'x' }, from_agent: true },
        {
          state: 'failed',
          outcome: { error: { code: 'exec_failed', message: 'unauthenticated: x' } },
        },
      ],
      [
        'not sent',
        { kind: 'refused', error: { code: 'offline', message: 'x' } },
        { state: 'failed', outcome: { error: { code: 'offline', message: 'x' } } },
      ],
      [
        'lost with the connection',
        { kind: 'lost', why: 'disconnect', message: 'x' },
        { state: 'unknown', outcome: { error: { code: 'offline' } } },
      ],
      [
        'lost in time',
        { kind: 'lost', why: 'timeout', message: 'x' },
        { state: 'unknown', outcome: { error: { code: 'timeout' } } },
      ],
      [
        'of a wrong shape',
        { kind: 'result', result: { exit_code: 'none' } },
        { state: 'unknown', outcome: { error: { code: 'internal' } } },
      ],
    ])('%s is stored as it is', async (_what, answer, expected) => {
      world.answer = () => answer;
      const approval = await asked();
      await decide(ANNA, approval);
      expect(await ended(approval)).toMatchObject(expected);
    });

    it('in a code that only the PC knows is told as a failure of the PC', async () => {
      const error = { code: 'too_new', message: 'x' };
      world.answer = () => ({ kind: 'refused', error, from_agent: true });
      const approval = await asked();
      await decide(ANNA, approval);
      expect(await world.decisions.awaitOutcome(OVER_MCP, approval.id)).toMatchObject({
        kind: 'refused',
        error: {
          ...{ code: 'exec_failed', message: 'x', from_agent: true },
          details: { agent_code: 'too_new' },
        },
      });
    });
  });
});
