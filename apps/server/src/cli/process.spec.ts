import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { childProgram } from '../../test/child-program.js';
import { aFleet, anApproval, aPc } from '../../test/cli-answers.js';
import { FixtureServer } from '../../test/cli-world.js';

/** The command line in a process of its own: signals, pipes, its end. */

const PIPE = { stdout: 'pipe' } as const;
let program: Awaited<ReturnType<typeof childProgram>>;
let server: FixtureServer;

beforeAll(async () => {
  program = await childProgram('run-cli.ts');
});
afterAll(() => program.remove());
beforeEach(async () => {
  server = await new FixtureServer(() => Date.now()).listen();
});
afterEach(() => server.close());

function start(to: { stdout: 'pipe' | number }, ...words: string[]): ChildProcess {
  return spawn(process.execPath, [program.file, ...words], {
    stdio: ['ignore', to.stdout, 'pipe'],
    env: { PATH: process.env['PATH'], KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' },
  });
}

async function endOf(child: ChildProcess) {
  const said = { out: '', err: '' };
  child.stdout?.on('data', (data: Buffer) => (said.out += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (said.err += data.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, ...said };
}

it('prints, and ends by itself with its code', async () => {
  server.on('GET /api/fleet', { body: aFleet() });
  const end = await endOf(start(PIPE, 'agent', 'list'));
  expect(end).toMatchObject({ code: 0, signal: null, err: '' });
  expect(end.out).toContain("Anna's laptop");
  expect(await endOf(start(PIPE, 'agent', 'lst'))).toMatchObject({ code: 2, out: '' });
});

it('ends without a word when its reader has seen enough', async () => {
  const agents = Array.from({ length: 2_000 }, (_, at) => aPc({ agent_id: `pc${at}` }));
  server.on('GET /api/fleet', { body: aFleet(agents) });
  for (const words of [
    ['agent', 'list'],
    ['agent', 'list', '--json'],
  ]) {
    const child = start(PIPE, ...words);
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await endOf(child)).toMatchObject({ code: 0, signal: null, err: '' });
  }
});

const full = existsSync('/dev/full') ? it : it.skip; // only Linux has a disk that is always full

full(
  'does not call it a success when the result could not be written (needs /dev/full)',
  async () => {
    server.on('GET /api/fleet', { body: aFleet() });
    const disk = openSync('/dev/full', 'w');
    const end = await endOf(start({ stdout: disk }, 'agent', 'list'));
    closeSync(disk);
    expect(end.code).toBe(1);
    expect(end.err).toBe(
      'kenny: Standard output cannot be written: the disk is full. [internal]\n',
    );
  },
);

it('at Ctrl+C says what goes on without it', async () => {
  let decided = () => {};
  const decision = new Promise<void>((resolve) => (decided = resolve));
  server.on('GET /api/approvals/apr_1', { body: { approval: anApproval() } });
  server.on('GET /api/agents/pc1', { body: aPc() });
  server.on('POST /api/approvals/apr_1', () => {
    decided();
    return new Promise(() => undefined);
  });
  const child = start(PIPE, 'approvals', 'approve', 'apr_1', '--yes');
  const end = endOf(child);
  await decision;
  child.kill('SIGINT');
  const { code, err } = await end;
  expect(code).toBe(130);
  expect(err).toMatch(/The decision may have been taken: kenny approvals show apr_1\n$/);
  expect(err).not.toContain('    at ');
});
