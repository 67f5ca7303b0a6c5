import { fixture } from '@kenny/testing';
import { ATTACK, DEFUSED, HIDDEN, aFleet, anEnrolment, aPc } from '../../test/cli-answers.js';
import { CliWorld, FixtureServer } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const tempDir = tempDirs();
let world: CliWorld;
let server: FixtureServer;

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
  server.on('GET /api/agents/pc1', { body: aPc() });
});
const changed = () => server.asked.filter(({ method }) => method !== 'GET');
afterEach(() => server.close());

describe('kenny agent list', () => {
  it('shows every PC with its health, and what is worst', async () => {
    const fleet = aFleet([
      aPc({ system: 'Debian 12' }),
      aPc({
        ...{ agent_id: 'pc2', name: 'Opa', online: false, overall: 'offline' },
        ...{ last_seen: '2026-06-01T12:00:00.000Z', last_overall: 'ok', meta: null, worst: null },
      }),
    ]);
    server.on('GET /api/fleet', { body: fleet });
    const { code, out } = await world.run('agent', 'list');
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'HEALTH   ID   NAME           SYSTEM     AGENT  SEEN         WORST',
        "warn     pc1  Anna's laptop  Debian 12  0.1.0  now          disk: / is 91 % full",
        'offline  pc2  Opa            –          –      3 d ago, ok  –',
        '2 PCs: 1 warn, 1 offline',
        '',
      ].join('\n'),
    );
  });

  it('says how to begin when there is none', async () => {
    server.on('GET /api/fleet', { body: aFleet([]) });
    expect((await world.run('agent', 'list')).out).toContain('kenny agent add');
  });

  it('defuses what a PC calls itself', async () => {
    const worst = { name: 'disk', status: 'crit', reason: ATTACK, since: '' } as const;
    server.on('GET /api/fleet', { body: aFleet([aPc({ name: ATTACK, worst })]) });
    const { out } = await world.run('agent', 'list');
    expect(out).toContain(`${DEFUSED}  Linux`);
    expect(out).toContain(`disk: ${DEFUSED}`);
    expect(out).not.toMatch(HIDDEN);
  });

  it('colours words on a terminal, unless NO_COLOR is set', async () => {
    server.on('GET /api/fleet', { body: aFleet() });
    world.atTerminal();
    expect((await world.run('agent', 'list')).out).toContain('\u001b[33mwarn\u001b[0m');
    world.env['NO_COLOR'] = '1';
    expect((await world.run('agent', 'list')).out).not.toContain('\u001b');
  });

  it('cuts lines to the terminal and to nothing else', async () => {
    const worst = { name: 'disk', status: 'crit', reason: 'x'.repeat(300), since: '' } as const;
    server.on('GET /api/fleet', { body: aFleet([aPc({ worst })]) });
    expect((await world.run('agent', 'list')).out).toContain('x'.repeat(300));
    world.atTerminal();
    world.env['NO_COLOR'] = '1';
    world.out.columns = 80;
    const lines = (await world.run('agent', 'list')).out.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBe(80);
  });

  it('with --json gives the answer to the letter', async () => {
    const raw = ` ${JSON.stringify(aFleet([aPc({ name: ATTACK })]))}`;
    server.on('GET /api/fleet', { body: raw });
    for (const words of [
      ['agent', 'list', '--json'],
      ['--json', 'agent', 'list'],
    ]) {
      expect(await world.run(...words)).toEqual({ code: 0, out: `${raw}\n`, err: '' });
    }
  });

  it('with --json on a terminal gives the same value in harmless characters', async () => {
    const fleet = aFleet([aPc({ name: '\u009b2J\u202e' })]);
    server.on('GET /api/fleet', { body: fleet });
    const { out } = await world.atTerminal().run('agent', 'list', '--json');
    expect(out).not.toMatch(/[\u009b\u202e]/);
    expect(JSON.parse(out)).toEqual(fleet);
  });
});

describe('kenny agent add', () => {
  const NO_PACKAGE = {
    status: 409,
    body: {
      error: { code: 'conflict', message: 'Run "npm run package:linux".', request_id: 'r1' },
    },
  };

  it('sends what was said and shows the link and the one line to type on the PC', async () => {
    server.on('POST /api/agents', { status: 201, body: anEnrolment() });
    server.on('POST /api/agents/pc1/installer', {
      status: 201,
      body: fixture('http/installer_issued.json'),
    });
    const { code, out } = await world.run('agent', 'add', 'pc1', '--name', 'Opa', '--os', 'linux');
    expect(code).toBe(0);
    expect(server.asked.map(({ body }) => body)).toEqual([
      { agent_id: 'pc1', name: 'Opa', os: 'linux' },
      { os: 'linux' },
    ]);
    expect(out).toMatch(/^ {4}curl -fsSL 'https:.+' \| sudo sh$/m);
    expect(out).toMatch(/^ +link +https:\/\/kenny.example\/d\//m);
    expect(out).toContain('in 1 d');
    // Its token is over as soon as the link is there.
    expect(out).not.toContain('kny_once');
  });

  it('shows the lines to type when the server has no package, and says what is missing', async () => {
    server.on('POST /api/agents', { status: 201, body: anEnrolment() });
    server.on('POST /api/agents/pc1/installer', NO_PACKAGE);
    const { code, out } = await world.run('agent', 'add', 'pc1', '--os', 'linux');
    expect(code).toBe(0);
    expect(out).toContain('No link: Run "npm run package:linux".');
    expect(out).toContain("    kenny-agent enroll --server 'wss://kenny.example/agent/ws'\n");
    expect(out).toContain('    kenny-agent run\n');
    expect(out).not.toContain('.exe');
    expect(out).toContain('in 1 d');
  });

  it('shows both lines when nobody said which system, and a legacy token when asked', async () => {
    server.on('POST /api/agents', { status: 201, body: anEnrolment({ legacy_token: 'kny_old' }) });
    const { out } = await world.run('agent', 'add', 'pc1', '--legacy-token');
    expect(server.asked[0]?.body).toEqual({ agent_id: 'pc1', legacy_token: true });
    expect(out).toContain('kenny-agent.exe run');
    expect(out).toContain('kenny-agent run');
    expect(out).toContain('kny_old');
  });

  it('with --json makes no link: its token would end the one in the answer', async () => {
    server.on('POST /api/agents', { status: 201, body: anEnrolment() });
    await world.run('agent', 'add', 'pc1', '--json');
    expect(server.asked).toHaveLength(1);
  });

  it('knows no other system', async () => {
    const { code, err } = await world.run('agent', 'add', 'pc1', '--os', 'beos');
    expect(code).toBe(2);
    expect(err).toContain('Allowed choices are windows, linux, macos');
  });
});

describe('kenny agent installer', () => {
  it('makes another link for a PC that is known', async () => {
    const body = fixture('http/installer_issued.json') as { command: string };
    server.on('POST /api/agents/pc1/installer', { status: 201, body });
    expect((await world.run('agent', 'installer', 'pc1')).out).toContain(`    ${body.command}\n`);
    const { out } = await world.run('agent', 'installer', 'pc1', '--json');
    expect(JSON.parse(out)).toEqual(body);
  });
});

describe('kenny agent remove', () => {
  it('asks first, and does nothing on anything but yes', async () => {
    world.atTerminal();
    for (const answer of ['\n', 'n\n', 'yess\n', 'ja\n']) {
      const run = world.run('agent', 'remove', 'pc1');
      await world.err.said('[y/N]');
      world.keyboard.write(answer);
      expect((await run).code).toBe(1);
    }
    expect(changed()).toEqual([]);
  });

  it('removes after approval', async () => {
    server.on('DELETE /api/agents/pc1', { status: 204 });
    const run = world.atTerminal().run('agent', 'remove', 'pc1');
    await world.err.said('Remove pc1?');
    world.keyboard.write('y\n');
    expect(await run).toMatchObject({ code: 0, out: 'pc1 is removed.\n' });
  });

  it('needs --yes where nobody can answer', async () => {
    const { code, err } = await world.run('agent', 'remove', 'pc1');
    expect(code).toBe(2);
    expect(err).toContain('--yes');
    server.on('DELETE /api/agents/pc1', { status: 204 });
    expect((await world.run('agent', 'remove', 'pc1', '--yes')).code).toBe(0);
    expect(await world.run('agent', 'remove', 'pc1', '-y', '--json')).toEqual({
      ...{ code: 0, out: '', err: '' },
    });
  });

  it('takes no id as a path', async () => {
    server.on('DELETE /api/agents/..%2Ftokens%2Fx', { status: 204 });
    expect((await world.run('agent', 'remove', '../tokens/x', '--yes')).code).toBe(0);
  });

  it('ends at Ctrl+C in the question, with nothing done', async () => {
    const run = world.atTerminal().run('agent', 'remove', 'pc1');
    await world.err.said('[y/N]');
    world.keyboard.write('\u0003');
    const { code, err } = await run;
    expect(code).toBe(130);
    expect(err).toContain('Nothing was done.');
  });
});

describe('kenny agent set', () => {
  beforeEach(() => server.on('PATCH /api/agents/pc1', { body: aPc({ name: 'Mum', tags: ['a'] }) }));

  it.each([
    [['--name', 'Mum'], { name: 'Mum' }],
    [['--tag', 'family,laptop', '--tag', 'old'], { tags: ['family', 'laptop', 'old'] }],
    [
      ['--tag', 'two-key', '--allow-too-few-approvers'],
      { tags: ['two-key'], allow_too_few_approvers: true },
    ],
    [['--no-tags', '--name', 'Mum'], { name: 'Mum', tags: [] }],
    [['--owner', 'Mum', '--contact', '030 123'], { owner: 'Mum', contact: '030 123' }],
    [['--notes', ''], { notes: '' }],
    [['--help-id', '123 456'], { help_id: '123 456' }],
    [['--help-link', 'ssh://{help_id}'], { help_link: 'ssh://{help_id}' }],
  ])('%j changes that and nothing else', async (words, body) => {
    const { code, out } = await world.run('agent', 'set', 'pc1', ...words);
    expect([code, out]).toEqual([0, 'pc1 is Mum, #a.\n']);
    expect(changed()[0]?.body).toEqual(body);
  });

  it('says what could be changed when nothing is', async () => {
    const { code, err } = await world.run('agent', 'set', 'pc1');
    expect(code).toBe(2);
    expect(err).toContain(
      'Nothing to change: add --name, --owner, --contact, --notes, --help-id, --help-link, --tag or --no-tags.',
    );
  });
});

describe('kenny agent rekey', () => {
  it('rotates without asking: the old key goes on until the new one signs', async () => {
    server.on('POST /api/agents/pc1/rekey', { body: anEnrolment() });
    const { code, out } = await world.run('agent', 'rekey', 'pc1');
    expect(code).toBe(0);
    expect(server.asked[0]?.body).toEqual({ mode: 'rotate' });
    expect(out).toContain('works until the new one signs');
  });

  it('asks before it revokes', async () => {
    expect((await world.run('agent', 'rekey', 'pc1', '--mode', 'revoke')).code).toBe(2);
    server.on('POST /api/agents/pc1/rekey', { body: anEnrolment() });
    expect((await world.run('agent', 'rekey', 'pc1', '--mode', 'revoke', '-y')).code).toBe(0);
    expect(changed()[0]?.body).toEqual({ mode: 'revoke' });
  });
});
