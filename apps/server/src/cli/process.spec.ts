import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { aFleet, anApproval, aPc } from '../../test/cli-answers.js';
import { childProgram } from '../../test/child-program.js';
import { FixtureServer } from '../../test/cli-world.js';

/** The command line in a process of its own: signals, pipes, its end. */

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

function start(...words: string[]): ChildProcess & { stdout: NodeJS.ReadableStream } {
  return spawn(process.execPath, [program.file, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
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
  const end = await endOf(start('agent', 'list'));
  expect(end).toMatchObject({ code: 0, signal: null, err: '' });
  expect(end.out).toContain("Anna's laptop");
  expect(await endOf(start('agent', 'lst'))).toMatchObject({ code: 2, out: '' });
});

it('ends without a word when its reader has seen enough', async () => {
  const agents = Array.from({ length: 2_000 }, (_, at) => aPc({ agent_id: `pc${at}` }));
  server.on('GET /api/fleet', { body: aFleet(agents) });
  for (const words of [
    ['agent', 'list'],
    ['agent', 'list', '--json'],
  ]) {
    const child = start(...words);
    child.stdout.once('data', () => child.stdout?.destroy());
    expect(await endOf(child)).toMatchObject({ code: 0, signal: null, err: '' });
  }
});

it('at Ctrl+C says what goes on without it', async () => {
  let decided = () => {};
  const decision = new Promise<void>((resolve) => (decided = resolve));
  server.on('GET /api/approvals/apr_1', { body: { approval: anApproval() } });
  server.on('POST /api/approvals/apr_1', () => {
    decided();
    return new Promise(() => undefined);
  });
  const child = start('approvals', 'approve', 'apr_1', '--yes');
  const end = endOf(child);
  await decision;
  child.kill('SIGINT');
  const { code, err } = await end;
  expect(code).toBe(130);
  expect(err).toMatch(/The decision may have been taken: kenny approvals show apr_1\n$/);
  expect(err).not.toContain('    at ');
});
