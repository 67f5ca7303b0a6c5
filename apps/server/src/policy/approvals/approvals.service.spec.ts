import { DENIALS_IN_A_ROW, MAX_PENDING_PER_REQUESTER, type GateEvent } from '@kenny/gate';
import { DAY_MS, MINUTE_MS } from '@kenny/kernel';
import { BY_KENNY } from './approval-audit.js';
import { aPrincipal, GateWorld, PC } from '../../../test/gate-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();
const ANNA = { kind: 'operator', id: 'anna', name: 'Anna' } as const;
const BOB = { kind: 'operator', id: 'bob', name: 'Bob' } as const;
const REFUSED = { why: 'check_failed', error: { code: 'blocked', message: 'no' } } as const;

describe('ApprovalsService', () => {
  let dataDir: string;
  let world: GateWorld;
  let told: string[];

  beforeEach(async () => {
    dataDir = tempDir();
    world = await GateWorld.open(dataDir);
    told = [];
    world.events.on('approval.changed', ({ approval: { id, state } }) => {
      told.push(`${id} ${state}`);
    });
  });
  afterEach(() => world.close());

  /** The same database after a restart. */
  async function restart(): Promise<void> {
    await world.close();
    world = await GateWorld.open(dataDir, { clock: world.clock, boot: 'boot-2' });
  }

  const target = () => ({
    ...{ agent_uid: PC.agent_uid, agent_key: PC.agent_key },
    catalog: world.approvals.catalog,
  });
  const stored = async (id: string) => (await world.approvals.stored(id)).record;
  const rows = () => world.audit.rows.map(({ kind, target, ok }) => ({ kind, target, ok }));
  const step = (id: string, event: GateEvent) => world.approvals.apply(id, event);

  async function approve(id: string, by: typeof ANNA | typeof BOB = ANNA, tokenId = 'tok_anna') {
    const { call_sha256 } = await stored(id);
    const event: GateEvent = { type: 'approve', two_key: false, by, call_sha256 };
    const origin = { actor: by, door: 'http', request_id: 'req_1' } as const;
    return world.approvals.apply(id, event, origin, tokenId);
  }

  async function deny(id: string) {
    const { call_sha256 } = await stored(id);
    return step(id, { type: 'deny', by: ANNA, call_sha256, reason: 'not now' });
  }

  /** Sent to the PC, and not answered. */
  async function sent(changes: Parameters<GateWorld['opened']>[0] = {}): Promise<string> {
    const { id } = await world.opened(changes);
    await approve(id);
    await world.approvals.claim(id, `call_${id}`, target());
    return id;
  }

  describe('a new request', () => {
    it('is stored, recorded and told', async () => {
      const { id } = await world.opened();
      expect(await stored(id)).toMatchObject({ state: 'pending', seq: 1, revision: 1 });
      expect(rows()).toEqual([{ kind: 'decision', target: 'request', ok: true }]);
      expect(told).toEqual([`${id} pending`]);
    });

    it('is answered by the approval that waits already, which is told to nobody again', async () => {
      const first = await world.opened();
      expect((await world.opened()).id).toBe(first.id);
      expect(told).toHaveLength(1);
      expect(rows()).toHaveLength(1);
    });

    it('is refused when too many of the same requester wait', async () => {
      for (let n = 0; n < MAX_PENDING_PER_REQUESTER; n += 1) {
        await world.opened({ args: { command: `echo ${String(n)}`, timeout_s: 30 } });
      }
      const one_more = world.opened({ args: { command: 'echo more', timeout_s: 30 } });
      await expect(one_more).rejects.toMatchObject({ code: 'rate_limited' });
    });

    it('is denied for a while after a denial, and opens anew after that', async () => {
      const { id } = await world.opened();
      await deny(id);
      expect(await world.opened()).toMatchObject({ id, state: 'denied' });
      world.clock.advance(11 * MINUTE_MS);
      expect(await world.opened()).toMatchObject({ state: 'pending', previous: id, seq: 2 });
    });

    it('is paused after denials in a row', async () => {
      const requester = 'tok_mcp';
      for (let n = 0; n < DENIALS_IN_A_ROW; n += 1) {
        world.clock.advance(1_000);
        const args = { command: `echo ${String(n)}`, timeout_s: 30 };
        await deny((await world.opened({ requester, args })).id);
      }
      const paused = world.opened({ requester });
      await expect(paused).rejects.toMatchObject({ code: 'paused', details: { requester } });
      await expect(world.opened({ requester: 'another' })).resolves.toMatchObject({
        state: 'pending',
      });
    });

    it('is refused while rows of the audit log are missing', async () => {
      world.holdChanges();
      await expect(world.opened()).rejects.toMatchObject({ code: 'held' });
      expect(rows()).toEqual([]);
    });
  });

  describe('a decision', () => {
    it('is recorded with who made it, and told', async () => {
      const { id } = await world.opened();
      expect(await approve(id)).toMatchObject({ state: 'approved' });
      expect(world.audit.rows.at(-1)).toMatchObject({
        ...{ kind: 'decision', target: 'approve', ok: true, actor: ANNA, approval_id: id },
      });
      expect(told).toEqual([`${id} pending`, `${id} approved`]);
    });

    it('is refused for another call than was shown, and leaves everything as it was', async () => {
      const { id } = await world.opened();
      const call_sha256 = 'f'.repeat(64);
      const event: GateEvent = { type: 'approve', two_key: false, by: ANNA, call_sha256 };
      await expect(step(id, event)).rejects.toMatchObject({
        code: 'hash_mismatch',
        details: { approval: { id, state: 'pending' } },
      });
      expect(await stored(id)).toMatchObject({ state: 'pending', revision: 1 });
      expect(rows()).toHaveLength(1);
    });

    it('needs a second person where two approvals are needed', async () => {
      const { id } = await world.opened({ risk: 'high', two_key: true });
      expect(await approve(id)).toMatchObject({ state: 'pending', required: 2 });
      await expect(approve(id)).rejects.toMatchObject({ code: 'already_decided' });
      expect(await approve(id, BOB, 'tok_bob')).toMatchObject({ state: 'approved' });
      expect((await world.approvals.stored(id)).token_ids).toEqual([
        ...['tok_mcp', 'tok_anna', 'tok_bob'],
      ]);
    });

    it('of two at the same moment, one counts', async () => {
      const { id } = await world.opened();
      const both = await Promise.allSettled([approve(id), deny(id)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await stored(id)).toMatchObject({ revision: 2 });
      expect(rows()).toHaveLength(2);
    });

    it('that approves is refused while rows of the audit log are missing; a denial is accepted', async () => {
      const { id } = await world.opened();
      world.holdChanges();
      await expect(approve(id)).rejects.toMatchObject({ code: 'held' });
      expect(await deny(id)).toMatchObject({ state: 'denied' });
    });

    it('about an approval that does not exist is not found', async () => {
      await expect(step('apr_none', { type: 'expire' })).rejects.toMatchObject({
        code: 'not_found',
      });
    });
  });

  describe('the claim to send', () => {
    it('is given once', async () => {
      const id = await sent();
      expect(await stored(id)).toMatchObject({ state: 'sent', call_id: `call_${id}` });
      const again = world.approvals.claim(id, 'call_2', target());
      await expect(again).rejects.toMatchObject({ code: 'already_decided' });
    });

    it.each([
      ['who asked', 'tok_mcp'],
      ['who approved', 'tok_anna'],
    ])('lapses when the token of %s was revoked', async (_who, token) => {
      const { id } = await world.opened();
      await approve(id);
      world.revoked.add(token);
      expect(await world.approvals.claim(id, 'call_1', target())).toMatchObject({
        state: 'lapsed',
        outcome: { error: { code: 'forbidden' } },
      });
    });

    it.each([
      ['who asked, of the PC', 'tok_mcp', { agents: ['another'] }],
      ['who asked, of everything but looking', 'tok_mcp', { scope: 'viewer' }],
      ['who approved, of the PC', 'tok_anna', { agents: ['another'] }],
      ['who approved, of deciding', 'tok_anna', { decide: false }],
      ['who approved, of the kind of tool', 'tok_anna', { classes: ['read'] }],
    ] as const)('lapses when its right was taken from %s', async (_who, token, rights) => {
      const { id } = await world.opened();
      await approve(id);
      world.lessened.set(token, rights);
      expect(await world.approvals.claim(id, 'call_1', target())).toMatchObject({
        state: 'lapsed',
        outcome: { error: { code: 'forbidden' } },
      });
    });

    it.each([
      ['PC', { agent_uid: 'uid-of-another' }],
      ['key', { agent_key: 'b'.repeat(64) }],
      ['catalog', { catalog: 'c'.repeat(64) }],
    ])('is refused for another %s than was approved', async (_what, change) => {
      const { id } = await world.opened();
      await approve(id);
      const claim = world.approvals.claim(id, 'call_1', { ...target(), ...change });
      await expect(claim).rejects.toMatchObject({ code: 'hash_mismatch' });
      expect(await stored(id)).toMatchObject({ state: 'approved' });
    });

    it('is refused while rows of the audit log are missing', async () => {
      const { id } = await world.opened();
      await approve(id);
      world.holdChanges();
      const claim = world.approvals.claim(id, 'call_1', target());
      await expect(claim).rejects.toMatchObject({ code: 'held' });
    });
  });

  describe('the outcome', () => {
    const result = { exit_code: 0, stdout: 'done', stderr: '' };

    it('is handed to its requester once', async () => {
      const id = await sent();
      await step(id, {
        type: 'respond',
        call_id: `call_${id}`,
        answer: { kind: 'result', result },
      });
      const hand = () => world.approvals.handOut(id, 'mcp_client:tok_mcp', BY_KENNY);
      expect(await hand()).toMatchObject({ state: 'done', outcome: { result } });
      await expect(hand()).rejects.toMatchObject({ code: 'conflict' });
    });

    it('is handed to nobody else', async () => {
      const id = await sent();
      await step(id, {
        type: 'respond',
        call_id: `call_${id}`,
        answer: { kind: 'result', result },
      });
      const taken = world.approvals.handOut(id, 'operator:anna', BY_KENNY);
      await expect(taken).rejects.toMatchObject({ code: 'forbidden' });
    });

    it('of a read is erased with handing it over, and is the answer to its repetition', async () => {
      const id = await sent({ kind: 'read' });
      await step(id, {
        type: 'respond',
        call_id: `call_${id}`,
        answer: { kind: 'result', result },
      });
      expect(await world.opened({ kind: 'read' })).toMatchObject({ id, outcome: { result } });
      expect((await stored(id)).outcome).toEqual({});
    });

    it('of a read that nobody comes for is forgotten', async () => {
      const id = await sent({ kind: 'read' });
      await step(id, {
        type: 'respond',
        call_id: `call_${id}`,
        answer: { kind: 'result', result },
      });
      world.clock.advance(14 * MINUTE_MS);
      await world.approvals.expireOverdue();
      expect((await stored(id)).outcome).toEqual({ result });
      world.clock.advance(MINUTE_MS);
      await world.approvals.expireOverdue();
      expect((await stored(id)).outcome).toEqual({});
    });
  });

  describe('time', () => {
    it('ends what nobody decided', async () => {
      const { id } = await world.opened();
      world.clock.advance(10 * MINUTE_MS - 1);
      await world.approvals.expireOverdue();
      expect(await stored(id)).toMatchObject({ state: 'pending' });
      world.clock.advance(1);
      await world.approvals.expireOverdue();
      expect(await stored(id)).toMatchObject({ state: 'expired' });
      expect(rows().at(-1)).toEqual({ kind: 'decision', target: 'expire', ok: false });
      await expect(approve(id)).rejects.toMatchObject({ code: 'expired' });
    });

    it('ends what was approved and not sent', async () => {
      const { id } = await world.opened();
      await approve(id);
      world.clock.advance(MINUTE_MS);
      await world.approvals.expireOverdue();
      expect(await stored(id)).toMatchObject({ state: 'lapsed' });
    });

    it('makes unknown what was sent and has no stored outcome', async () => {
      const id = await sent();
      world.clock.advance(DAY_MS);
      await world.approvals.expireOverdue();
      expect(await stored(id)).toMatchObject({ state: 'unknown' });
    });
  });

  describe('a restart', () => {
    it('leaves what waits, ends what was approved, and does not know what was sent', async () => {
      const { id: waits } = await world.opened();
      const { id: approved } = await world.opened({ args: { command: 'b', timeout_s: 30 } });
      await approve(approved);
      const under_way = await sent({ args: { command: 'c', timeout_s: 30 } });
      await restart();
      await world.approvals.reconcileAtStart();
      const states = await Promise.all([waits, approved, under_way].map(stored));
      expect(states.map(({ state }) => state)).toEqual(['pending', 'lapsed', 'unknown']);
    });

    it('ends what was asked for with other tools', async () => {
      const { id } = await world.opened({ catalog: 'c'.repeat(64) });
      await restart();
      await world.approvals.reconcileAtStart();
      expect(await stored(id)).toMatchObject({ state: 'expired' });
      expect(rows()).toEqual([{ kind: 'decision', target: 'outdate', ok: false }]);
    });
  });

  it('ends with the identity of its PC, in the same transaction', async () => {
    const { id } = await world.opened();
    const end = world.writer.write(async (tx) => {
      await world.approvals.cancelOfAgent(tx, PC.agent_uid, 'the PC was removed');
      throw new Error('not removed after all');
    });
    await expect(end).rejects.toThrow('after all');
    expect(await stored(id)).toMatchObject({ state: 'pending' });
    await world.writer.write((tx) =>
      world.approvals.cancelOfAgent(tx, PC.agent_uid, 'the PC was removed'),
    );
    expect(await stored(id)).toMatchObject({ state: 'cancelled' });
    expect(told).toEqual([`${id} pending`, `${id} cancelled`]);
  });

  it('ends all that is open when the database was set back', async () => {
    const { id: waits } = await world.opened();
    const under_way = await sent({ args: { command: 'c', timeout_s: 30 } });
    await world.writer.write((tx) => world.approvals.restoreIn(tx, BY_KENNY));
    expect(await stored(waits)).toMatchObject({ state: 'expired' });
    expect(await stored(under_way)).toMatchObject({ state: 'unknown' });
  });

  it('lapses with the reason when a check before sending fails', async () => {
    const { id } = await world.opened();
    await approve(id);
    await step(id, { type: 'lapse', ...REFUSED });
    expect(await stored(id)).toMatchObject({ state: 'lapsed', outcome: { error: REFUSED.error } });
    expect(world.audit.rows.at(-1)).toMatchObject({ target: 'lapse', ok: false, code: 'blocked' });
  });

  it('is not found by who may not see its PC', async () => {
    const { id } = await world.opened();
    expect(await world.approvals.seenBy(aPrincipal({ agents: ['pc1'] }), id)).toMatchObject({ id });
    const seen = world.approvals.seenBy(aPrincipal({ agents: ['pc2'] }), id);
    await expect(seen).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.approvals.listOpen(['pc2'])).toEqual([]);
    expect(await world.approvals.listOpen(null)).toMatchObject([{ id }]);
  });

  it('is counted with how often it was approved or denied', async () => {
    const { id } = await world.opened();
    await approve(id);
    const { id: other } = await world.opened({ args: { command: 'b', timeout_s: 30 } });
    const made: unknown[] = [];
    for await (const one of world.approvals.everMade()) made.push(one);
    expect(made).toEqual([
      { id, decisions: 1 },
      { id: other, decisions: 0 },
    ]);
  });
});
