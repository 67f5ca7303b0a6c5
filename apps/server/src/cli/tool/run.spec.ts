import { aFleet, aPc } from '../../../test/cli-answers.js';
import { CliWorld, FixtureServer } from '../../../test/cli-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { CATALOG, SEVERAL_PCS } from '@kenny/contract';

const tempDir = tempDirs();
let world: CliWorld;
let server: FixtureServer;

const run = (...words: string[]) => world.run('tool', 'run', ...words);
const posted = () => server.asked.filter(({ method }) => method === 'POST');

beforeEach(async () => {
  world = new CliWorld(tempDir());
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test', NO_COLOR: '1' };
  server.on('GET /api/catalog', { body: { ...CATALOG, thresholds: {} } });
});
afterEach(() => server.close());

describe('kenny tool run', () => {
  beforeEach(() => {
    const agents = ['club-office', 'mum-laptop'].map((agent_id) => aPc({ agent_id }));
    server.on('GET /api/fleet', { body: aFleet(agents) });
    server.on('GET /api/agents/mum-laptop', { body: aPc({ agent_id: 'mum-laptop' }) });
    server.on('GET /api/agents/mum', { status: 404, body: NO_PC });
  });

  it.each([
    [['fs_list', 'mum-laptop', '--arg', 'path=/']],
    [['fs_list', 'mum', '--arg', 'path=/']],
    [['fs_list', '--agent', 'mum', '--arg', 'path=/']],
  ])('%j takes the PC after the tool, or as an option', async (words) => {
    server.on('POST /api/tools/fs_list', { body: { call_id: 'c1', result: {} } });
    expect((await run(...words)).code).toBe(0);
    expect(posted()).toMatchObject([{ body: { agent_id: 'mum-laptop', args: { path: '/' } } }]);
  });

  it('takes the PC also for what the server answers itself', async () => {
    server.on('POST /api/tools/health_history', { body: { call_id: 'c1', result: {} } });
    expect((await run('health_history', 'mum', '--arg', 'days=2')).code).toBe(0);
    expect(posted()).toMatchObject([{ body: { args: { id: 'mum-laptop', days: 2 } } }]);
  });

  it.each<[string[], number, string]>([
    [
      ['fleet_overview', 'mum'],
      2,
      'fleet_overview is about all PCs: leave mum-laptop out. [bad_args]',
    ],
    [['agent_health', 'mum', '--arg', 'id=x'], 2, 'Which PC, mum-laptop or x? Give it once.'],
    [['fs_lst', 'mum'], 1, 'There is no tool fs_lst. Did you mean fs_list? [unknown_tool]'],
    [
      ['fs_list', '--arg', 'path=/'],
      2,
      "Which PC? Add it after the tool's name: club-office, mum-laptop [no_agent]",
    ],
    [['fs_list', 'mum'], 2, 'path is missing: --arg path=… [bad_args]'],
    [['fs_list', 'mum', '--arg', 'pth=/'], 2, 'fs_list has no argument pth. Did you mean path?'],
    [['fs_list', 'mum', '--json-args', '{"pth": "/"}'], 2, 'fs_list has no argument pth.'],
    [['fs_list', 'mum', '--agent', 'club-office'], 2, 'Which PC, mum or club-office?'],
  ])('%j is told in its own words, before anything is sent', async (words, exit, text) => {
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([exit, expect.stringContaining(`kenny: ${text}`)]);
    expect(posted()).toEqual([]);
  });
});

describe('kenny tool run on several PCs', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `pc-${at}`);
  const fleetOf = (agents: readonly string[]) =>
    server.on('GET /api/fleet', { body: aFleet(agents.map((agent_id) => aPc({ agent_id }))) });
  const all = ['fs_list', '--all', '--arg', 'path=/'];

  it('has no more than the cap, and says how many there are', async () => {
    fleetOf(ids(SEVERAL_PCS.most + 1));
    const { code, err } = await run(...all);
    expect([code, err]).toEqual([2, expect.stringContaining('at most 50 PCs; these are 51.')]);
    expect(posted()).toEqual([]);
  });

  it('asks a few at a time', async () => {
    fleetOf(ids(10));
    const held: (() => void)[] = [];
    const rounds: number[] = [];
    server.on('POST /api/tools/fs_list', async () => {
      const answered = new Promise<void>((answer) => held.push(answer));
      if (held.length === SEVERAL_PCS.atOnce || posted().length === 10) {
        // A request too many would come before what is held is answered.
        setImmediate(() => {
          rounds.push(held.length);
          held.splice(0).forEach((answer) => answer());
        });
      }
      await answered;
      return { body: { call_id: 'c1', result: {} } };
    });
    expect((await run(...all)).code).toBe(0);
    expect(rounds).toEqual([SEVERAL_PCS.atOnce, SEVERAL_PCS.atOnce, 2]);
  });

  it('shows what has come when somebody stops it', async () => {
    fleetOf(ids(2));
    server.on('POST /api/tools/fs_list', ({ body }) => {
      if ((body as { agent_id: string }).agent_id === 'pc-0') {
        return { body: { call_id: 'c1', result: { entries: [] } } };
      }
      setImmediate(() => world.stopping.abort());
      return new Promise(() => undefined);
    });
    const { code, out } = await run(...all);
    expect(code).toBe(130);
    expect(out).toMatch(/^pc-0 +done +0 entries$/m);
  });
});

const NO_PC = { error: { code: 'unknown_agent', message: 'there is no PC', request_id: 'r1' } };
