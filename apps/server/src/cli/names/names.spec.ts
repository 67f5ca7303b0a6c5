import type { ApprovalView } from '@kenny/contract';
import { aFleet, anApproval, aPc } from '../../../test/cli-answers.js';
import { CliWorld, FixtureServer, refusal, type Told } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();
let world: CliWorld;
let server: FixtureServer;

const MUM = aPc({ agent_id: 'mum-laptop', name: "Mum's laptop" });
const CLUB = aPc({ agent_id: 'club-office', name: 'Office' });
const CLUB_2 = aPc({ agent_id: 'club-bar', name: 'Bar' });
const FIRST = 'apr_1a2b0000-1429-4feb-80bb-299036f55969';
const SECOND = 'apr_1a3c0000-1429-4feb-80bb-299036f55969';

const unknown = refusal(404, 'unknown_agent', 'there is no such PC');
const nothing = refusal(404, 'not_found', 'there is no such approval');
const posted = () => server.asked.filter(({ method }) => method === 'POST');

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test', NO_COLOR: '1' };
});
afterEach(() => server.close());

describe('a PC', () => {
  const show = (given: string) => world.run('agent', 'show', given);

  beforeEach(() => {
    server.on('GET /api/fleet', { body: aFleet([MUM, CLUB, CLUB_2]) });
    server.on('GET /api/agents/mum-laptop', { body: MUM });
    for (const other of ['mum', "MUM'S%20LAPTOP", 'club', 'mum-latpop', 'zzz']) {
      server.on(`GET /api/agents/${other}`, unknown);
    }
  });

  it.each(['mum-laptop', 'mum', "MUM'S LAPTOP"])('is found by %s', async (given) => {
    expect((await show(given)).out).toMatch(/^Mum's laptop \(mum-laptop\)/);
  });

  it('needs no list when its id was given', async () => {
    await show('mum-laptop');
    expect(server.asked.map(({ path }) => path)).toEqual(['/api/agents/mum-laptop']);
  });

  it('is not guessed where several fit: they are listed', async () => {
    const { code, err } = await show('club');
    expect(code).toBe(2);
    expect(err.split('\n')).toEqual([
      'kenny: "club" fits 2 PCs. Give more of the ID: [bad_args]',
      '  club-office  Office',
      '  club-bar  Bar',
      '',
    ]);
  });

  it('that nobody knows brings the nearest, or the way to all', async () => {
    expect(await show('mum-latpop')).toMatchObject({
      code: 1,
      err: 'kenny: There is no PC "mum-latpop". Did you mean mum-laptop? [unknown_agent]\n',
    });
    expect((await show('zzz')).err).toContain('"kenny agent list" shows all.');
  });

  it('is not guessed where nobody is asked', async () => {
    server.on('DELETE /api/agents/mum', unknown);
    expect((await world.run('agent', 'remove', 'mum', '--yes')).code).toBe(1);
    expect(server.asked.map(({ path }) => path)).toEqual(['/api/agents/mum']);
  });

  it('keeps other troubles of the server as they are', async () => {
    server.on('GET /api/agents/mum', refusal(403, 'forbidden', 'this token may not see it'));
    const { code, err } = await show('mum');
    expect(code).toBe(3);
    expect(err).toContain('kenny: This token may not see it [forbidden]');
  });
});

describe('an approval', () => {
  const one = (changes: Partial<ApprovalView>): Told => ({
    body: { approval: anApproval(changes) },
  });
  const waiting = (...ids: string[]) => {
    const items = ids.map((id) => anApproval({ id }));
    server.on('GET /api/approvals', { body: { items, next_cursor: null } });
    server.on('GET /api/agents/pc1', { body: aPc() });
    for (const id of ids) server.on(`GET /api/approvals/${id}`, one({ id }));
  };

  it.each(['1a2b', 'apr_1a2b', 'apr_1a2b…'])('is found by %s', async (given) => {
    waiting(FIRST, SECOND);
    server.on(`GET /api/approvals/${encodeURIComponent(given)}`, nothing);
    expect((await world.run('approvals', 'show', given)).out).toContain(`approval      ${FIRST}`);
  });

  it('is not guessed where several begin so', async () => {
    waiting(FIRST, SECOND);
    server.on('GET /api/approvals/1a', nothing);
    const { code, err } = await world.run('approvals', 'approve', '1a');
    expect(code).toBe(2);
    expect(err).toContain(`"1a" fits 2 approvals`);
    expect(err).toContain(`  ${SECOND}  shell_exec on pc1, asked by Claude`);
  });

  it('brings the nearest for a slip', async () => {
    waiting(FIRST);
    const slip = FIRST.replace('apr_1a2b', 'apr_1a2v');
    server.on(`GET /api/approvals/${slip}`, nothing);
    expect((await world.run('approvals', 'show', slip)).err).toContain(`Did you mean ${FIRST}?`);
  });

  it('is the only one waiting when none is given, shown and asked about as ever', async () => {
    waiting(FIRST);
    server.on(`POST /api/approvals/${FIRST}`, one({ id: FIRST, state: 'done' }));
    const run = world.atTerminal().run('approvals', 'approve');
    await world.err.said('Run shell_exec on pc1? [y/N]');
    expect(world.err.text).toContain('command: systemctl restart cups');
    expect(posted()).toEqual([]);
    world.keyboard.write('y\n');
    expect((await run).code).toBe(0);
    expect(posted()).toMatchObject([{ body: { decision: 'approve' } }]);
  });

  it('is denied alone, too', async () => {
    waiting(FIRST);
    server.on(`POST /api/approvals/${FIRST}`, one({ id: FIRST, state: 'denied' }));
    expect((await world.run('approvals', 'deny')).code).toBe(0);
    expect(posted()).toMatchObject([{ body: { decision: 'deny' } }]);
  });

  it('is never approved unseen and unnamed', async () => {
    waiting(FIRST);
    server.on('GET /api/approvals/1a2b', nothing);
    for (const given of [[], ['1a2b']]) {
      const { code, err } = await world.run('approvals', 'approve', ...given, '--yes');
      expect([code, err]).toEqual([2, expect.stringContaining(`give the whole ID, ${FIRST}`)]);
    }
    expect(posted()).toEqual([]);
  });

  it('is asked for when several wait, each with its command', async () => {
    waiting(FIRST, SECOND);
    const { code, err } = await world.run('approvals', 'deny');
    expect(code).toBe(2);
    expect(err).toContain('2 approvals are waiting. Add the ID, or its beginning:');
    expect(err).toContain(`  kenny approvals deny ${SECOND}  shell_exec on pc1`);
    expect(posted()).toEqual([]);
  });

  it('is not there when nothing waits', async () => {
    waiting();
    expect(await world.run('approvals', 'show')).toMatchObject({
      code: 1,
      err: 'kenny: Nothing is waiting for approval. [not_found]\n',
    });
  });
});
