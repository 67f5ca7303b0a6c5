import { CATALOG } from '@kenny/contract';
import { REMEDIES, THRESHOLDS } from '@kenny/health';
import { ATTACK, HIDDEN, aFleet, anApproval, aPc } from '../../test/cli-answers.js';
import { CliWorld, FixtureServer, refusal } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const tempDir = tempDirs();
const CATALOG_ANSWER = { body: { ...CATALOG, thresholds: THRESHOLDS, remedies: REMEDIES } };
let world: CliWorld;
let server: FixtureServer;

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
});
afterEach(() => server.close());

/** Lines for these words, the last of which is being typed. */
async function lines(...words: string[]): Promise<string[]> {
  const { code, out, err } = await world.run('__complete', '--', ...words);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.split('\n').filter((line) => line !== '');
}

const offered = async (...words: string[]): Promise<string[]> =>
  (await lines(...words)).map((line) => line.split('\t')[0] ?? '');

describe('kenny completion', () => {
  it('offers what the program itself has, at every place, without asking a server', async () => {
    expect(await offered('')).toEqual(
      expect.arrayContaining(['agent', 'approvals', 'audit', 'policy', 'tool']),
    );
    expect(await offered('app')).toEqual(['approvals']);
    expect(await offered('approvals', 'w')).toEqual(['watch']);
    expect(await offered('--json', 'agent', 'sh')).toEqual(['show']);
    expect(await offered('approvals', 'list', '--st')).toEqual(['--state']);
    expect(await offered('approvals', 'list', '--state', 'pen')).toEqual(['pending']);
    expect(await offered('approvals', 'list', '--state=pen')).toEqual(['--state=pending']);
    expect(await offered('audit', 'tail', '--fo')).toEqual(['--follow']);
    expect(await offered('audit', 'tail', '')).toContain('--follow');
    expect(await offered('completion', 'f')).toEqual(['fish']);
    expect(await offered('-')).toContain('--json');
    expect(server.asked).toEqual([]);
  });

  it('says what each word is', async () => {
    expect(await lines('agent', 'sh')).toEqual([
      'show\tone PC: every section with its health, worst first',
    ]);
  });

  it('is no word of the program itself', async () => {
    expect(await offered('_')).toEqual([]);
    expect((await world.run('--help')).out).not.toContain('__complete');
  });

  it('knows no other shell', async () => {
    const { code, err } = await world.run('completion', 'tcsh');
    expect(code).toBe(2);
    expect(err).toContain('bash, zsh, fish');
  });
});

describe('what a server knows', () => {
  it('offers PCs wherever one is named, with their names', async () => {
    const pcs = [aPc(), aPc({ agent_id: 'mum-laptop', name: 'Mum' })];
    server.on('GET /api/fleet', { body: aFleet(pcs) });
    server.on('GET /api/catalog', CATALOG_ANSWER);
    expect(await lines('agent', 'show', '')).toEqual(["pc1\tAnna's laptop", 'mum-laptop\tMum']);
    for (const words of [
      ['agent', 'set', '--tag', 'x', 'm'],
      ['tool', 'run', 'shell_exec', 'm'],
      ['tool', 'run', '--agent', 'm'],
      ['audit', 'tail', '-n', '5', '--agent', 'm'],
      ['agent', 'show', '--', 'm'],
    ]) {
      expect(await offered(...words)).toEqual(['mum-laptop']);
    }
    expect(await offered('tool', 'run', '--agent=m')).toEqual(['--agent=mum-laptop']);
    expect(await offered('token', 'create', '--agent', 'pc1,m')).toEqual(['pc1,mum-laptop']);
    server.asked.length = 0;
    expect(await offered('agent', 'add', '')).not.toContain('pc1');
    expect(await offered('agent', 'show', 'pc1', 'm')).toEqual([]);
    expect(server.asked).toEqual([]);
  });

  it('offers tools with their titles, and the arguments of the one on the line', async () => {
    server.on('GET /api/catalog', CATALOG_ANSWER);
    expect(await lines('tool', 'run', 'fs_rea')).toEqual(['fs_read\tRead a file']);
    expect(await lines('tool', 'run', 'fs_read', 'pc1', '--arg', '')).toEqual(['path=\tFile']);
    expect(await offered('policy', 'test', 'shell_exec', '--arg', '')).toEqual([
      'command=',
      'timeout_s=',
    ]);
    const given = ['tool', 'run', 'shell_exec', '--arg', 'command=ls -l', '--arg'];
    expect(await offered(...given, '')).toEqual(['timeout_s=']);
    expect(await offered('tool', 'run', 'no_such_tool', '--arg', '')).toEqual([]);
  });

  it('offers what waits for approval by as much of its ID as it takes', async () => {
    const [one, two] = ['0a0f1c52-5d0a-4b52', '0a0f1c52-9d4c-3f6f'];
    const waiting = [one, two, 'ffee0011-5d0a-4b52'].map((id) => anApproval({ id: `apr_${id}` }));
    server.on('GET /api/approvals', { body: { items: waiting, next_cursor: null } });
    expect(await lines('approvals', 'approve', '')).toEqual([
      'apr_0a0f1c52-5\tshell_exec on pc1, asked by Claude',
      'apr_0a0f1c52-9\tshell_exec on pc1, asked by Claude',
      'apr_ffee0011\tshell_exec on pc1, asked by Claude',
    ]);
    expect(server.asked[0]?.path).toContain('state=pending');
    expect(await offered('approvals', 'deny', 'ff')).toEqual(['ffee0011']);
    expect(await offered('approvals', 'show', `apr_${two.slice(0, 12)}`)).toEqual([`apr_${two}`]);
  });

  it('offers the tags there are', async () => {
    const pcs = [aPc({ tags: ['family', 'küche'] }), aPc({ agent_id: 'b', tags: ['family'] })];
    server.on('GET /api/fleet', { body: aFleet(pcs) });
    expect(await offered('agent', 'set', 'pc1', '--tag', '')).toEqual(['family', 'küche']);
    expect(await offered('agent', 'set', 'pc1', '--tag', 'family,k')).toEqual(['family,küche']);
  });

  it('puts nothing into a command line that a shell would run, or a terminal obey', async () => {
    const tags = ['$(reboot)', '`reboot`', 'a;reboot', "a'b", 'two words', '-rf', 'fine', ATTACK];
    server.on('GET /api/fleet', {
      body: aFleet([aPc({ name: `${ATTACK}\n${'x'.repeat(90)}`, tags })]),
    });
    expect(await offered('agent', 'set', 'pc1', '--tag', '')).toEqual(['fine']);
    const [line, ...more] = await lines('agent', 'show', '');
    expect(more).toEqual([]);
    expect(line).not.toMatch(HIDDEN);
    expect(line?.length).toBeLessThan(80);
  });

  it('asks the server of the line itself', async () => {
    server.on('GET /api/fleet', { body: aFleet() });
    world.env['KENNY_URL'] = 'http://127.0.0.1:9';
    expect(await offered('--url', server.url, 'agent', 'show', 'p')).toEqual(['pc1']);
    expect(await offered('agent', 'show', '--insecure', `--url=${server.url}`, 'p')).toEqual([
      'pc1',
    ]);
    expect(await offered('--url', 'http://kenny.example', 'agent', 'show', 'p')).toEqual([]);
  });

  it('ends after a second without an answer', async () => {
    const asked = new Promise<void>((resolve) => {
      server.on('GET /api/fleet', () => {
        resolve();
        return undefined as never;
      });
    });
    const ended = offered('agent', 'show', '');
    await asked;
    world.clock.advance(1_000);
    expect(await ended).toEqual([]);
  });

  it.each([
    ['without a token', () => (world.env['KENNY_TOKEN'] = undefined)],
    ['with a variable that there is not', () => (world.env['KENNY_TOKKEN'] = 'x')],
    ['refused', () => server.on('GET /api/fleet', refusal(403, 'forbidden', 'no'))],
    ['answered nonsense', () => server.on('GET /api/fleet', { body: '<html>' })],
  ])('is silent when %s', async (_, prepare) => {
    prepare();
    expect(await offered('agent', 'show', '')).toEqual([]);
  });
});
