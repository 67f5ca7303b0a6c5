import fc from 'fast-check';
import {
  AGENT_ID_PATTERN,
  agentIdKey,
  TAG_PATTERN,
  type CreateTokenBody,
  type PatchAgentBody,
} from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';
import {
  aPc,
  aToken,
  authWorld,
  LOCAL,
  publicKey,
  SOMEBODY,
  type AuthWorld,
} from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { Reads } from '../../database/index.js';

const tempDir = tempDirs();

describe('AgentsService', () => {
  let world: AuthWorld;

  beforeEach(async () => {
    world = await authWorld(tempDir());
  });
  afterEach(() => world.close());

  describe('create', () => {
    it('answers with all a PC needs to enrol', async () => {
      const issued = await world.agents.create(LOCAL, { agent_id: 'PC.one', os: 'linux' });
      expect(issued).toEqual({
        agent_id: 'PC.one',
        enrollment: {
          token: expect.stringMatching(/^kny_[A-Za-z0-9_-]{43}$/) as unknown,
          expires_at: '2031-01-02T00:00:00.000Z',
        },
        server_public_key: publicKey(255),
        server_url: 'ws://127.0.0.1:8000/agent/ws',
        authority: null,
        install: {
          linux: expect.stringContaining(issued.enrollment.token) as unknown,
          windows: expect.stringContaining('kenny-agent.exe') as unknown,
        },
      });
      expect(world.agents.get('PC.one')).toMatchObject({
        agent_id: 'PC.one',
        name: 'PC.one',
        os: 'linux',
        tags: [],
        enrolled_at: null,
        key: null,
        next_key: null,
      });
    });

    it('tells it in the audit and to the rest of kenny, without the token', async () => {
      const { uid, enrollment } = await aPc(world);
      expect(world.audit.rows).toEqual([
        expect.objectContaining({ kind: 'agent', agent_id: 'pc1', target: 'create', ok: true }),
      ]);
      expect(JSON.stringify(world.audit.rows)).not.toContain(enrollment.token.slice(4));
      expect(world.heard('agent.changed')).toEqual([
        {
          agent_id: 'pc1',
          agent_uid: uid,
          change: 'created',
          disconnect: false,
          at: world.clock.now(),
        },
      ]);
    });

    it('refuses an id that differs only in case', async () => {
      await aPc(world, 'Anna-PC');
      await expect(world.agents.create(LOCAL, { agent_id: 'anna-pc' })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('Anna-PC') as unknown,
      });
      expect(world.agents.get('anna-pc')).toBeUndefined();
    });

    it('lets one win when the same id is added twice at once', async () => {
      const results = await Promise.allSettled(
        ['pc1', 'PC1', 'Pc1'].map((agent_id) => world.agents.create(LOCAL, { agent_id })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(world.agents.list()).toHaveLength(1);
    });

    it.each(['', '-pc', '.pc', 'pc/1', 'pc 1', 'pc\n', 'ä', 'p'.repeat(65), '__proto__'])(
      'refuses the id %j',
      async (agent_id) => {
        await expect(world.agents.create(LOCAL, { agent_id })).rejects.toMatchObject({
          code: 'validation',
        });
      },
    );

    it('keeps ids that are names of JavaScript apart', async () => {
      for (const id of ['constructor', 'hasOwnProperty', 'toString']) await aPc(world, id);
      expect(world.agents.get('valueOf')).toBeUndefined();
      expect(world.agents.get('constructor')?.agent_id).toBe('constructor');
    });

    it('is limited to the PCs of the admin', async () => {
      const { acting } = await aToken(world, { scope: 'admin', agents: ['pc1'] });
      await world.agents.create(acting, { agent_id: 'pc1' });
      await expect(world.agents.create(acting, { agent_id: 'pc2' })).rejects.toMatchObject({
        code: 'unknown_agent',
      });
    });

    it('mints a legacy token only where the server accepts them', async () => {
      const body = { agent_id: 'old', legacy_token: true };
      await expect(world.agents.create(LOCAL, body)).rejects.toMatchObject({ code: 'conflict' });
      const lenient = await authWorld(tempDir(), { allowTokenAuth: true });
      const { legacy_token } = await lenient.agents.create(LOCAL, body);
      expect(legacy_token).toMatch(/^kny_/);
      expect(JSON.stringify(lenient.agents.get('old'))).not.toContain(legacy_token?.slice(4));
      await lenient.close();
    });
  });

  describe('patch', () => {
    it('renames and tags, with both states in the audit', async () => {
      await aPc(world);
      const { acting } = await aToken(world);
      const record = await world.agents.patch(acting, 'pc1', {
        name: "  Anna's laptop ",
        tags: ['home', 'a', 'home'],
      });
      expect(record).toMatchObject({ name: "Anna's laptop", tags: ['a', 'home'] });
      expect(world.agents.get('pc1')).toEqual(record);
      expect(world.audit.rows.at(-1)).toMatchObject({
        actor: { kind: 'operator', id: 'anna' },
        target: 'update',
        args: {
          before: { name: 'pc1', tags: [] },
          after: { name: "Anna's laptop", tags: ['a', 'home'] },
        },
      });
    });

    it('leaves alone what is not named', async () => {
      await aPc(world);
      await world.agents.patch(LOCAL, 'pc1', { tags: ['home'] });
      const record = await world.agents.patch(LOCAL, 'pc1', { name: 'Bert' });
      expect(record).toMatchObject({ name: 'Bert', tags: ['home'] });
    });

    it('keeps whose PC it is, how they are reached and what to know, with both states in the audit', async () => {
      await aPc(world);
      const said = {
        ...{ owner: 'Mum', contact: '+49 30 123456', notes: 'No sound since\nMay.' },
        ...{ help_id: '123 456', help_link: 'rustdesk://{help_id}' },
      };
      const nothing = Object.fromEntries(Object.keys(said).map((field) => [field, null]));
      const record = await world.agents.patch(LOCAL, 'pc1', {
        ...said,
        ...{ owner: ' Mum ', notes: 'No sound since\r\nMay.\n' },
      });
      expect(record).toMatchObject(said);
      expect(world.audit.rows.at(-1)).toMatchObject({
        args: { before: nothing, after: said },
      });
      expect(await world.agents.patch(LOCAL, 'pc1', { notes: ' ' })).toMatchObject({
        ...{ owner: 'Mum', notes: null },
      });
      expect(world.audit.rows.at(-1)?.args).toMatchObject({
        before: { name: 'pc1', tags: [], notes: said.notes },
        after: { name: 'pc1', tags: [], notes: null },
      });
      await world.agents.remove(LOCAL, 'pc1');
      const rows = await world
        .get(Reads)
        .manager.query<object[]>('SELECT owner, contact, notes, help_id, help_link FROM agents');
      expect(rows).toEqual([nothing]);
    });

    it.each([
      [{ owner: 'a\nb' }],
      [{ contact: 'a\u001bb' }],
      [{ notes: 'a\u0000b' }],
      [{ owner: 'x'.repeat(65) }],
      [{ contact: 'x'.repeat(201) }],
      [{ notes: 'x'.repeat(2_001) }],
      [{ help_id: 'a\u202eb' }],
      [{ help_link: 'javascript://x/%0aalert(1)' }],
      [{ help_link: 'https://mesh.example.org/{host}' }],
      [{ name: '   ' }],
      [{ name: 'a\u0007b' }],
      [{ name: 'x'.repeat(129) }],
      [{ tags: ['Home'] }],
      [{ tags: [''] }],
      [{ tags: ['a\n'] }],
      [{ tags: ['x'.repeat(41)] }],
      [{ tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }],
    ])('refuses %j', async (body) => {
      await aPc(world);
      await expect(world.agents.patch(LOCAL, 'pc1', body)).rejects.toMatchObject({
        code: 'validation',
      });
    });

    it('leaves two-key to admins, both on and off, and lets others keep it', async () => {
      await aPc(world);
      const operator = await aToken(world);
      const admin = await aToken(world, { scope: 'admin' });
      const tag = (who: typeof admin, tags: string[]) =>
        world.agents.patch(who.acting, 'pc1', { tags, allow_too_few_approvers: true });
      await expect(tag(operator, ['two-key'])).rejects.toMatchObject({ code: 'forbidden' });
      await tag(admin, ['two-key']);
      await expect(tag(operator, [])).rejects.toMatchObject({ code: 'forbidden' });
      expect((await tag(operator, ['two-key', 'home'])).tags).toEqual(['home', 'two-key']);
      expect((await tag(admin, [])).tags).toEqual([]);
    });

    describe('two-key where fewer than two people can approve', () => {
      const tag = (more: Partial<PatchAgentBody> = {}) =>
        world.agents.patch(LOCAL, 'pc1', { tags: ['two-key'], ...more });
      const approver = (id: string, more: Partial<CreateTokenBody> = {}) =>
        aToken(world, { operator: { id, name: id }, decide: true, ...more });
      beforeEach(async () => {
        await aPc(world);
        await approver('anna');
      });

      it('is refused, and says who could', async () => {
        await approver('anna', { name: 'another token' });
        await approver('ben', { agents: ['pc2'] });
        await approver('cleo', { decide: false });
        await approver('dora', { classes: ['read'] });
        await approver('emil', { expires_at: '2031-01-01T12:00:00Z' });
        world.clock.advance(DAY_MS);
        await expect(tag()).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringContaining('only anna can approve for this PC') as unknown,
          details: { approvers: [{ id: 'anna', name: 'anna' }] },
        });
        expect(world.agents.get('pc1')?.tags).toEqual([]);
      });

      it('is taken once a second person can', async () => {
        await approver('ben', { agents: ['pc1'] });
        expect((await tag()).tags).toEqual(['two-key']);
      });

      it('is taken when it is confirmed, and does not hinder other changes later', async () => {
        expect((await tag({ allow_too_few_approvers: true })).tags).toEqual(['two-key']);
        expect((await tag({ name: 'Till' })).name).toBe('Till');
      });
    });

    it('does not see PCs outside its list', async () => {
      await aPc(world);
      const { acting } = await aToken(world, { agents: ['pc2'] });
      for (const change of [
        world.agents.patch(acting, 'pc1', { name: 'mine' }),
        world.agents.remove(acting, 'pc1'),
        world.enrolment.rekey(acting, 'pc1', 'revoke'),
      ]) {
        await expect(change).rejects.toMatchObject({ code: 'unknown_agent' });
      }
      expect(() => world.agents.mustGet(acting, 'pc1')).toThrow(/no PC "pc1"/);
    });
  });

  describe('remove', () => {
    it('ends the PC, and its id is free for another', async () => {
      const { uid, enrollment } = await aPc(world);
      const body = { public_key: publicKey(1) };
      await world.enrolment.enroll(SOMEBODY, 'pc1', enrollment.token, body);
      await world.agents.remove(LOCAL, 'pc1');
      expect(world.agents.get('pc1')).toBeUndefined();
      expect(world.keys.keyFor('pc1')).toBeUndefined();
      await expect(
        world.enrolment.enroll(SOMEBODY, 'pc1', enrollment.token, body),
      ).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(world.heard('agent.changed').at(-1)).toMatchObject({
        agent_uid: uid,
        change: 'removed',
        disconnect: true,
      });
      const again = await aPc(world, 'PC1');
      expect(again.uid).not.toBe(uid);
      // The same machine may come back with the key it still has.
      await world.enrolment.enroll(SOMEBODY, 'PC1', again.enrollment.token, body);
      expect(world.keys.keyFor('PC1')?.keys).toHaveLength(1);
    });

    it('says unknown_agent for one that is not there, or was removed a moment ago', async () => {
      await aPc(world);
      const results = await Promise.allSettled([
        world.agents.remove(LOCAL, 'pc1'),
        world.agents.remove(LOCAL, 'pc1'),
      ]);
      expect(results[0].status).toBe('fulfilled');
      expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'unknown_agent' } });
    });

    it('stays undone as a whole when something hung on it fails', async () => {
      const { uid } = await aPc(world);
      world.agents.onRetire(() => Promise.reject(new Error('calls could not be cancelled')));
      await expect(world.agents.remove(LOCAL, 'pc1')).rejects.toThrow('cancelled');
      expect(world.agents.get('pc1')?.agent_uid).toBe(uid);
      expect(world.audit.rows.map(({ target }) => target)).toEqual(['create']);
      expect(world.heard('agent.changed')).toHaveLength(1);
    });
  });

  it('knows everything again after a restart', async () => {
    const dir = tempDir();
    const first = await authWorld(dir);
    const { enrollment } = await aPc(first);
    const body = { public_key: publicKey(1) };
    await first.enrolment.enroll(SOMEBODY, 'pc1', enrollment.token, body);
    await first.agents.patch(LOCAL, 'pc1', { tags: ['home'] });
    await aPc(first, 'pc2');
    await first.agents.remove(LOCAL, 'pc2');
    const before = first.agents.list();
    await first.close();
    const second = await authWorld(dir);
    expect(second.agents.list()).toEqual(before);
    expect(second.keys.keyFor('pc1')).toMatchObject({ keys: [{ public_key: publicKey(1) }] });
    await second.close();
  });

  it('accepts exactly the ids and tags of the contract', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ9_.-/ é\n'), maxLength: 6 });
    const taken = new Set<string>();
    await aPc(world, 'tagged');
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const valid = new RegExp(AGENT_ID_PATTERN).test(value);
        const made = world.agents.create(LOCAL, { agent_id: value });
        if (!valid) await expect(made).rejects.toMatchObject({ code: 'validation' });
        else if (taken.has(agentIdKey(value))) {
          await expect(made).rejects.toMatchObject({ code: 'conflict' });
        } else await made;
        if (valid) taken.add(agentIdKey(value));
        const tagged = world.agents.patch(LOCAL, 'tagged', { tags: [value] });
        if (new RegExp(TAG_PATTERN).test(value)) await tagged;
        else await expect(tagged).rejects.toMatchObject({ code: 'validation' });
      }),
      { numRuns: 80 },
    );
  });
});
