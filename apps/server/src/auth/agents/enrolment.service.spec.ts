import { DAY_MS } from '@kenny/kernel';
import {
  aPc,
  authWorld,
  LOCAL,
  publicKey,
  SOMEBODY,
  type AuthWorld,
} from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import type { RetiredAgent } from './agent-retirement.js';
import { EnrolmentEntity } from './enrolment.entity.js';

const tempDir = tempDirs();
const KEY = publicKey(1);
const OTHER_KEY = publicKey(2);
/** y = 1, the neutral element: canonical, and of order 1. */
const SMALL_ORDER = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]).toString('base64');

describe('EnrolmentService', () => {
  let world: AuthWorld;
  let token: string;
  let uid: string;

  beforeEach(async () => {
    world = await authWorld(tempDir());
    ({
      uid,
      enrollment: { token },
    } = await aPc(world));
  });
  afterEach(() => world.close());

  const enroll = (public_key = KEY, secret = token, agentId = 'pc1', address = '192.0.2.7') =>
    world.enrolment.enroll({ ...SOMEBODY, address }, agentId, secret, { public_key });
  const rekey = async (mode: 'rotate' | 'revoke') =>
    (await world.enrolment.rekey(LOCAL, 'pc1', mode)).enrollment.token;
  const keys = () => world.keys.keyFor('pc1')?.keys.map(({ public_key }) => public_key);
  const sha256Of = (public_key: string) => {
    const found = world.keys.keyFor('pc1')?.keys.find((key) => key.public_key === public_key);
    return found?.key_sha256 ?? '';
  };

  describe('enroll', () => {
    it('stores the key and answers with the server key', async () => {
      expect(await enroll()).toEqual({
        ok: true,
        agent_id: 'pc1',
        server_public_key: publicKey(255),
      });
      expect(keys()).toEqual([KEY]);
      expect(world.agents.get('pc1')?.enrolled_at).toBe(world.clock.now());
      expect(world.heard('agent.changed').at(-1)).toMatchObject({ change: 'enrolled' });
      expect(world.audit.rows.at(-1)).toMatchObject({
        kind: 'agent',
        actor: { kind: 'agent', id: 'pc1' },
        agent_id: 'pc1',
        target: 'enroll',
        ok: true,
      });
    });

    it('keeps no token in clear, nor in the audit', async () => {
      await enroll();
      const rows = await world.writer.write((tx) => tx.manager.find(EnrolmentEntity));
      expect(JSON.stringify([rows, world.audit.rows])).not.toContain(token.slice(4));
    });

    it('answers the same key with the same token again, within its life, without a trace', async () => {
      await enroll();
      const rows = world.audit.rows.length;
      world.clock.advance(DAY_MS - 1);
      expect((await enroll()).ok).toBe(true);
      expect(world.audit.rows).toHaveLength(rows);
      world.clock.advance(1);
      await expect(enroll()).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(keys()).toEqual([KEY]);
    });

    it('refuses another key with a used token and says what to do', async () => {
      await enroll();
      await expect(enroll(OTHER_KEY)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/re-key/) as unknown,
      });
      expect(keys()).toEqual([KEY]);
      expect(world.audit.rows.at(-1)).toMatchObject({ ok: false, code: 'conflict' });
    });

    it('lets exactly one key win when many use one token at once', async () => {
      const wanted = Array.from({ length: 20 }, (_, i) => publicKey(10 + i));
      const results = await Promise.allSettled(wanted.map((key) => enroll(key)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const winner = wanted[results.findIndex(({ status }) => status === 'fulfilled')];
      expect(keys()).toEqual([winner]);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
      }
      expect(world.heard('agent.changed').filter((e) => e.change === 'enrolled')).toHaveLength(1);
    });

    it('answers all of many tries of one key alike, and enrols once', async () => {
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => enroll()));
      expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
      expect(world.heard('agent.changed').filter((e) => e.change === 'enrolled')).toHaveLength(1);
    });

    it('gives a key to one PC when two enrol it at once', async () => {
      const second = await aPc(world, 'pc2');
      const results = await Promise.allSettled([
        enroll(),
        enroll(KEY, second.enrollment.token, 'pc2'),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'conflict', message: expect.stringMatching(/another PC/) as unknown },
      });
    });

    it.each([
      ['too short', Buffer.alloc(31, 7).toString('base64')],
      ['too long', Buffer.alloc(33, 7).toString('base64')],
      ['empty', ''],
      ['without padding', KEY.slice(0, -1)],
      ['URL-safe', Buffer.alloc(32, 0xff).toString('base64url') + '='],
      ['with a line break', `${KEY}\n`],
      ['loose in its last bits', KEY.slice(0, -2) + (KEY.at(-2) === 'B' ? 'C' : 'B') + '='],
      ['of small order', SMALL_ORDER],
      ['not reduced', Buffer.alloc(32, 0xff).toString('base64')],
      ["the server's own", publicKey(255)],
    ])('refuses a key that is %s, and leaves the token unused', async (_, key) => {
      await expect(enroll(key)).rejects.toMatchObject({ code: 'validation' });
      expect(keys()).toEqual([]);
      expect((await enroll()).ok).toBe(true);
    });

    it('tells a stranger nothing about which PCs exist', async () => {
      const wrong = await enroll(KEY, 'kny_wrong').catch((error: Error) => error);
      const unknown = await enroll(KEY, 'kny_wrong', 'pc9').catch((error: Error) => error);
      expect(wrong).toMatchObject({ code: 'unauthenticated' });
      expect(unknown).toEqual(wrong);
      // Nor does a wrong token learn what is wrong with its key.
      await expect(enroll('x', 'kny_wrong')).rejects.toMatchObject({ code: 'unauthenticated' });
    });

    it("refuses another PC's token", async () => {
      const second = await aPc(world, 'pc2');
      await expect(enroll(KEY, second.enrollment.token)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    });

    it('slows down guessing from one address, and never a right token', async () => {
      for (let i = 0; i < 20; i += 1) {
        await expect(enroll(KEY, `kny_${i}`)).rejects.toMatchObject({ code: 'unauthenticated' });
      }
      const rows = world.audit.rows.length;
      await expect(enroll(KEY, 'kny_x')).rejects.toMatchObject({
        code: 'rate_limited',
        details: { retry_after: 300 },
      });
      expect(world.audit.rows).toHaveLength(rows);
      expect((await enroll()).ok).toBe(true);
    });
  });

  describe('rekey rotate', () => {
    beforeEach(() => enroll());

    it('keeps the old key until the new one first signs', async () => {
      const fresh = await rekey('rotate');
      expect(keys()).toEqual([KEY]);
      await enroll(OTHER_KEY, fresh);
      expect(keys()).toEqual([KEY, OTHER_KEY]);
      await world.keys.keySigned(uid, sha256Of(KEY));
      expect(keys()).toEqual([KEY, OTHER_KEY]);
      await world.keys.keySigned(uid, sha256Of(OTHER_KEY));
      expect(keys()).toEqual([OTHER_KEY]);
      expect(world.heard('agent.changed').slice(-3)).toMatchObject([
        { change: 'rekeyed', disconnect: false },
        { change: 'enrolled', disconnect: false },
        { change: 'rekeyed', disconnect: false },
      ]);
    });

    it('makes the token before it worthless', async () => {
      await rekey('rotate');
      await expect(enroll()).rejects.toMatchObject({ code: 'unauthenticated' });
    });

    it('never takes the key that is being replaced, nor one that was', async () => {
      await expect(enroll(KEY, await rekey('rotate'))).rejects.toMatchObject({ code: 'conflict' });
      await enroll(OTHER_KEY, await rekey('rotate'));
      await world.keys.keySigned(uid, sha256Of(OTHER_KEY));
      await expect(enroll(KEY, await rekey('rotate'))).rejects.toMatchObject({ code: 'conflict' });
      expect(keys()).toEqual([OTHER_KEY]);
    });

    it('can be begun anew: the key that waited gives way to the newer one', async () => {
      await enroll(OTHER_KEY, await rekey('rotate'));
      await enroll(publicKey(3), await rekey('rotate'));
      expect(keys()).toEqual([KEY, publicKey(3)]);
      await enroll(publicKey(3), await rekey('rotate'));
      expect(keys()).toEqual([KEY, publicKey(3)]);
    });

    it('completes once, however often the new key signs', async () => {
      await enroll(OTHER_KEY, await rekey('rotate'));
      const sha256 = sha256Of(OTHER_KEY);
      const before = world.audit.rows.length;
      await Promise.all([1, 2, 3].map(() => world.keys.keySigned(uid, sha256)));
      expect(world.audit.rows.slice(before)).toEqual([
        expect.objectContaining({
          target: 'rotate',
          actor: { kind: 'system', id: 'kenny', name: 'kenny' },
        }),
      ]);
    });
  });

  describe('rekey revoke', () => {
    beforeEach(() => enroll());

    it('ends the key, the key that waits and the socket at once', async () => {
      await enroll(OTHER_KEY, await rekey('rotate'));
      await rekey('revoke');
      expect(keys()).toEqual([]);
      expect(world.heard('agent.changed').at(-1)).toMatchObject({
        agent_uid: uid,
        change: 'rekeyed',
        disconnect: true,
      });
    });

    it('never takes the revoked key again, even for a PC added later', async () => {
      await expect(enroll(KEY, await rekey('revoke'))).rejects.toMatchObject({ code: 'conflict' });
      await world.agents.remove(LOCAL, 'pc1');
      const again = await aPc(world);
      await expect(enroll(KEY, again.enrollment.token)).rejects.toMatchObject({ code: 'conflict' });
      expect((await enroll(OTHER_KEY, again.enrollment.token)).ok).toBe(true);
    });

    it('keeps the PC what it is: same uid, name and tags', async () => {
      await world.agents.patch(LOCAL, 'pc1', { name: 'Anna', tags: ['home'] });
      await enroll(OTHER_KEY, await rekey('revoke'));
      expect(world.agents.get('pc1')).toMatchObject({
        agent_uid: uid,
        name: 'Anna',
        tags: ['home'],
      });
      expect(keys()).toEqual([OTHER_KEY]);
    });
  });

  it('runs what hangs on the end of an identity in the same transaction, each time', async () => {
    const seen: Pick<RetiredAgent, 'agent_uid' | 'agent_id' | 'why'>[] = [];
    const off = world.agents.onRetire(async (tx, { by, ...agent }) => {
      expect(by.door).toMatch(/^(http|cli|system)$/);
      expect(await tx.manager.count(EnrolmentEntity)).toBe(1);
      seen.push(agent);
    });
    await enroll();
    await enroll(OTHER_KEY, await rekey('rotate'));
    await world.keys.keySigned(uid, sha256Of(OTHER_KEY));
    await world.agents.remove(LOCAL, 'pc1');
    const whys = ['re-enrolled', 'rekeyed', 're-enrolled', 'rekeyed', 'removed'];
    expect(seen).toEqual(whys.map((why) => ({ agent_uid: uid, agent_id: 'pc1', why })));
    off();
    await aPc(world);
    await world.agents.remove(LOCAL, 'pc1');
    expect(seen).toHaveLength(whys.length);
  });
});
