import { ATTACK, DEFUSED, aCreatedToken, aToken } from '../../test/cli-answers.js';
import { CliWorld, FixtureServer } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const tempDir = tempDirs();
let world: CliWorld;
let server: FixtureServer;

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
});
afterEach(() => server.close());

const LEAST = ['--operator', 'anna', '--name', 'laptop', '--scope', 'operator'];

describe('kenny token create', () => {
  it('sends what was said, no more', async () => {
    server.on('POST /api/tokens', { status: 201, body: aCreatedToken() });
    expect((await world.run('token', 'create', ...LEAST)).code).toBe(0);
    expect(server.asked[0]?.body).toEqual({
      operator: { id: 'anna' },
      name: 'laptop',
      scope: 'operator',
    });
  });

  it('takes lists by repeating an option or with commas, and a time from now', async () => {
    server.on('POST /api/tokens', { status: 201, body: aCreatedToken() });
    await world.run(
      ...['token', 'create', ...LEAST, '--operator-name', 'Anna', '--decide', '--expires', '90d'],
      ...['--agent', 'pc1,pc2', '--agent', 'pc3', '--class', 'read', '--class', 'change'],
    );
    expect(server.asked[0]?.body).toEqual({
      operator: { id: 'anna', name: 'Anna' },
      name: 'laptop',
      scope: 'operator',
      decide: true,
      agents: ['pc1', 'pc2', 'pc3'],
      classes: ['read', 'change'],
      expires_at: '2026-09-02T12:00:00.000Z',
    });
  });

  it('lets clients approve only when told to, and shows that the token may', async () => {
    const made = aCreatedToken({ scope: 'mcp', decide: false, elicitation: true });
    server.on('POST /api/tokens', { status: 201, body: made });
    const words = ['--operator', 'anna', '--name', 'Claude', '--scope', 'mcp'];
    const { out } = await world.run('token', 'create', ...words, '--elicitation');
    await world.run('token', 'create', ...words);
    expect(out).toContain('mcp + elicitation');
    expect(server.asked[0]?.body).toMatchObject({ elicitation: true });
    expect(server.asked[1]?.body).not.toHaveProperty('elicitation');
  });

  it('shows the secret once, first of all, and says so', async () => {
    const made = aCreatedToken({ name: ATTACK, expires_at: '2026-06-05T12:00:00.000Z' });
    server.on('POST /api/tokens', { status: 201, body: made });
    const { out } = await world.run('token', 'create', ...LEAST);
    expect(out.split('\n')[0]).toBe('kny_secret');
    expect(out).toContain('Shown this once');
    expect(out).toContain(`name  ${DEFUSED}`);
    expect(out).toContain('operator + decide');
    expect(out).toContain('ends  in 1 d');
  });

  it.each([
    [['--scope', 'boss'], 'Allowed choices are admin, operator, viewer, mcp, task'],
    [['--class', 'magic'], 'Allowed are read, sensitive, change'],
    [['--agent', 'a,,b'], 'A name is empty'],
  ])('refuses %j before it asks the server', async (words, says) => {
    const { code, err } = await world.run('token', 'create', ...LEAST, ...words);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });

  it.each(['--operator', '--name', '--scope'])('needs %s', async (missing) => {
    const at = LEAST.indexOf(missing);
    const rest = LEAST.filter((_, index) => index !== at && index !== at + 1);
    const { code, err } = await world.run('token', 'create', ...rest);
    expect(code).toBe(2);
    expect(err).toContain(missing);
  });

  it('has no option for the token it uses: arguments can be read by everybody', async () => {
    const { code, err } = await world.run('token', 'list', '--token', 'kny_x');
    expect(code).toBe(2);
    expect(err).toContain("unknown option '--token'");
  });
});

describe('kenny token change', () => {
  it('sends only what is named, and shows what the person may do now', async () => {
    const token = aToken({ scope: 'viewer', decide: false, agents: null });
    server.on('PATCH /api/tokens/tok_1', { status: 200, body: token });
    const words = ['--scope', 'viewer', '--no-decide', '--all-agents', '--operator-name', 'Ben'];
    const { out } = await world.run('token', 'change', 'tok_1', ...words);
    expect(server.asked[0]?.body).toEqual({
      ...{ operator_name: 'Ben', scope: 'viewer', decide: false, agents: null },
    });
    expect(out).toMatch(/may +viewer.*\n *PCs +all/);
    await world.run('token', 'change', 'tok_1', '--agent', 'pc1,pc2');
    expect(server.asked[1]?.body).toEqual({ agents: ['pc1', 'pc2'] });
  });

  it('takes some PCs or all of them, not both', async () => {
    const words = ['--agent', 'pc1', '--all-agents'];
    expect((await world.run('token', 'change', 'tok_1', ...words)).code).toBe(2);
  });
});

describe('kenny token list', () => {
  it('shows what each may do, and where the list goes on', async () => {
    const items = [
      aToken(),
      aToken({
        ...{
          id: 'tok_2',
          scope: 'mcp',
          elicitation: true,
          decide: false,
          classes: ['read', 'change'],
        },
        ...{ agents: ['pc1'], name: ATTACK, last_used_at: '2026-06-04T11:59:00.000Z' },
      }),
    ];
    server.on('GET /api/tokens', { body: { items, next_cursor: '5.tok_2' } });
    const { out } = await world.run('token', 'list');
    const [, first, second, more] = out.split('\n');
    expect(first).toMatch(
      /^tok_1 +anna +operator \+ decide +all +3 d ago +never +never +my laptop$/,
    );
    expect(second).toMatch(
      /^tok_2 +anna +mcp \+ elicitation \(read, change\) +pc1 +3 d ago +1 min ago +never/,
    );
    expect(second).toContain(DEFUSED);
    expect(more).toBe('More: --cursor 5.tok_2');
  });

  it('goes on where it is told', async () => {
    server.on('GET /api/tokens', { body: { items: [], next_cursor: null } });
    const words = ['--limit', '7', '--cursor', '5.tok_2'];
    expect((await world.run('token', 'list', ...words)).out).toBe('No tokens.\n');
    expect(server.asked[0]?.path).toBe('/api/tokens?limit=7&cursor=5.tok_2');
  });

  it.each(['0x10', '-1', '501', 'many'])('knows no limit of %s', async (limit) => {
    const { code, err } = await world.run('token', 'list', '--limit', limit);
    expect(code).toBe(2);
    expect(err).toContain('A whole number up to 500');
  });
});

it('kenny token revoke ends a token', async () => {
  server.on('DELETE /api/tokens/tok_1', { status: 204 });
  expect(await world.run('token', 'revoke', 'tok_1')).toMatchObject({
    code: 0,
    out: 'tok_1 is revoked.\n',
  });
});
